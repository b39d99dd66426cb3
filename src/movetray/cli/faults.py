"""What is wrong with a file, in the language that is spoken. English is what the reader says itself.

The reader's texts are entries of the catalogue under the context `file`, and so are the words that it puts into them.
"""

import re
from collections.abc import Callable
from typing import Any

from movetray.form.node import Complaint, FormError, SituationError, printable
from movetray.words import catalogue

CONTEXT = "file"
PERHAPS, MORE = " (perhaps `{near}`)", " (and {more} more)"
PHRASES = frozenset({"wanted", "perhaps", "known", "kind", "had", "counts", "said"})
"""The facts that hold phrases of the reader; the others hold names and numbers."""

PREFIXES = (", known are ", "one of ")


def line_of(error: SituationError | FormError, lang: str) -> str:
    """The line for a file, a command or a question that is not of the right form."""
    if lang == "en":
        return str(error)
    say = _speaker(lang)
    key = f"{error.key}: " if error.key else ""
    message = key + printable(_message(error.complaint, say))
    if isinstance(error, FormError):
        return message
    place = f"{error.file}:{error.line}" if error.line else error.file
    rest = say(MORE).format(more=error.more) if error.more else ""
    return f"{printable(place)}: {message}{rest}"


Speaker = Callable[[str], str]


def _speaker(lang: str) -> Speaker:
    return lambda text: catalogue(lang).pgettext(CONTEXT, text)


def _message(complaint: Complaint, say: Speaker) -> str:
    owner = ""
    if complaint.kind:
        name = complaint.name if complaint.kind == "step" else f"`{complaint.name}`"
        owner = f"{say(complaint.kind)} {name}: "
    facts = {key: _fact(value, say) if key in PHRASES else value for key, value in complaint.facts.items()}
    return owner + say(complaint.says).format(**facts)


def _fact(value: Any, say: Speaker) -> Any:
    """A fact that may be a phrase of the reader's own, or several."""
    if not isinstance(value, str):
        return value
    if (found := say(value)) != value:
        return found
    if near := re.fullmatch(r" \(perhaps `(.*)`\)", value):
        return say(PERHAPS).format(near=near[1])
    for prefix in PREFIXES:
        if value.startswith(prefix):
            return say(prefix) + value.removeprefix(prefix)
    if not value.startswith("`"):
        return f" {say('or')} ".join(say(part) for part in value.split(" or "))
    return value.replace("` or `", f"` {say('or')} `")
