"""What goes over HTTP, as types: the OpenAPI description of the server is made of these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Json = dict[str, JsonValue]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Whole = Annotated[int, Field(ge=-(2**63), lt=2**63)]


class Form(BaseModel):
    """A body of a request or an answer."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Health(Form):
    """The server is there."""

    status: Literal["ok"]
    version: str
    protocol: int
    matches: int


class OptionForm(Form):
    """A switch of a rule set: its values (none: any number), the default first meant, and why it exists."""

    id: str
    values: list[str]
    default: str | float
    why: str


class VerbForm(Form):
    """A verb: what its command needs (`path|to`: one of them) and the steps it belongs to (none: any)."""

    verb: str
    word: str
    needs: list[str]
    steps: list[str]
    answers: bool
    any_side: bool


class Named(Form):
    """An id and its word."""

    id: str
    word: str


class ClauseForm(Form):
    """A clause: the paragraph it comes from, and what it states."""

    id: str
    seed: str
    says: str


class RuleSetForm(Form):
    """A rule set as somebody needs it who sets up a table."""

    id: str
    title: str
    steps: list[Named]
    verbs: list[VerbForm]
    statuses: list[Named]
    keywords: list[str]
    stats: list[str]
    options: list[OptionForm]


class RulesForm(RuleSetForm):
    """A rule set with its clauses, in the order of the book."""

    clauses: list[ClauseForm]


class SituationForm(Form):
    """A bundled situation."""

    id: str
    title: str
    rules: str
    sides: list[str]
    models: int
    steps: int


class Check(Form):
    """A situation file: its text or its object."""

    situation: str | Json


class Checked(Form):
    """The same as an object, as movetray reads it."""

    situation: Json


class Create(Form):
    """A new match: a bundled situation or one of one's own. `without`: clauses that the house leaves out."""

    example: Name | None = None
    situation: str | Json | None = None
    rules: Name | None = None
    options: dict[str, str | float | bool] = Field(default_factory=dict, max_length=100)
    dice: Literal["seeded", "physical"] = "seeded"
    seed: Whole | Name | None = None
    title: Annotated[str, Field(max_length=200)] | None = None
    until: Annotated[int, Field(ge=0, le=10_000)] = 0
    without: Annotated[list[Name], Field(max_length=100)] = Field(default_factory=list)


class LinkForm(Form):
    """A link to a seat. Its token is shown once, when it is made."""

    link: int
    seat: str
    token: str


class KnownLink(Form):
    """A link that there is."""

    link: int
    seat: str
    revoked: bool


class Created(Form):
    """A match, and a link to each of its seats."""

    match: str
    links: list[LinkForm]


class MatchForm(Form):
    """A match as anybody who sits there may know it."""

    match: str
    title: str
    rules: str
    options: dict[str, Any]
    dice: Literal["seeded", "physical"]
    seat: str
    seats: list[str]
    n: int
    ended: bool


class Picture(Form):
    """A picture that is wanted: after entry `n` (left out: now), or of a command as it would be judged now."""

    n: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    command: Json | None = None
    format: Literal["png", "svg"] = "png"


class NewLink(Form):
    """A link that is wanted."""

    seat: Name


class Revealed(Form):
    """What the dice were made of, in hexadecimal."""

    secret: str


class Wrong(Form):
    """What is wrong: a code of the protocol, a sentence, the key that is meant."""

    code: str
    message: str
    where: str | None = None
