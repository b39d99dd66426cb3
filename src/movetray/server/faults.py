"""What goes wrong with what somebody said, as opposed to what a referee refuses."""


class Fault(Exception):  # noqa: N818 - it is answered, not a failure of the program
    """An answer of kind `error`: its code on the wire, a sentence, and the key that is meant."""

    def __init__(self, code: str, message: str, where: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.status = code, message, where, status
