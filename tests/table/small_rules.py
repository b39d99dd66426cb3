"""A rule set for tests of the file format: it knows a few words and has no clauses."""

from movetray.engine.ruleset import Mark, MoveKind, Option, RuleSet, Step


def nothing(_run: object) -> None:
    """Carries nothing out."""


SMALL = RuleSet(
    "mordheim",
    "A stand-in",
    steps=tuple(Step(step) for step in ("start-of-turn", "charges", "compulsory", "remaining")),
    kinds={verb: MoveKind(verb, nothing) for verb in ("move", "run", "end-step")},
    clauses={},
    options={"measuring": Option("measuring", ("open", "closed"), "open", "who may measure, and when")},
    marks={"hidden": Mark("hidden", shown=True)},
)


class Shelf:
    """Where the stand-in is the only rule set installed."""

    def installed(self) -> tuple[str, ...]:
        """Its id."""
        return (SMALL.id,)

    def load_rules(self, name: str) -> RuleSet:
        """It, or KeyError."""
        return {SMALL.id: SMALL}[name]
