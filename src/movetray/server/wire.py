"""What goes over the websocket, as types. `movetray schema --wire` prints their JSON Schema; docs/protocol.md tells
the story. Every message has `is`, its kind. Commands, verdicts, events, questions and tables are in the shapes of
situation files and match files.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter
from pydantic.json_schema import models_json_schema

PROTOCOL = 1
"""The version of what is said here: keys are added, none changes its meaning."""

Lang = Literal["en", "ru"]
Text = Annotated[str, Field(max_length=200)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""The client's own name of what it says: a fresh one each time (a UUID), the same one only to say it again."""

Json = dict[str, JsonValue]
Names = Annotated[list[Text], Field(max_length=400)]


class Wire(BaseModel):
    """A message. Unknown keys are an error in what a client sends, and to be passed over in what it gets."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


# --- what a client sends


class Hello(Wire):
    """The first frame. `since`: the newest entry that the client has (None: it has nothing, and gets the view)."""

    is_: Literal["hello"] = Field(alias="is")
    token: Annotated[str, Field(max_length=200)]
    lang: Lang = "en"
    since: Annotated[int, Field(ge=0)] | None = None
    protocol: int = PROTOCOL


class Say(Wire):
    """A command. It is answered once: ack, refused, stale, duplicate or error.

    `seen` is the newest entry the client had when it was said. `anyway`: a refused one is put to the other sides, who
    may agree to it.
    """

    is_: Literal["command"] = Field(alias="is")
    match: Text
    id: Id
    seen: Annotated[int, Field(ge=0)]
    command: Json
    anyway: bool = False


class Preview(Wire):
    """May this be done, and how far does it lead? Changes nothing; answered by `previewed`.

    While one is being answered, a newer one of the same socket takes the place of those that wait (they get no answer).
    """

    is_: Literal["preview"] = Field(alias="is")
    id: Id
    command: Json


class AskOptions(Wire):
    """What may these models or units do now, and what not? Answered by `options`."""

    is_: Literal["options"] = Field(alias="is")
    id: Id
    of: Names


class Ask(Wire):
    """A question of a situation file (`reach`, `route`, `odds`, `threat`, `sees`, `distance`); answered by `answer`."""

    is_: Literal["ask"] = Field(alias="is")
    id: Id
    question: Json


class CatchUp(Wire):
    """The entries after `since`, again. Answered by one `entries`."""

    is_: Literal["catch-up"] = Field(alias="is")
    id: Id
    since: Annotated[int, Field(ge=0)]


class Look(Wire):
    """The table once more, whole: answered by `view`. For a client whose digest differs."""

    is_: Literal["look"] = Field(alias="is")


class Point(Wire):
    """Point at a place; everybody at the table sees it, nobody remembers it."""

    is_: Literal["ping"] = Field(alias="is")
    at: Annotated[list[float], Field(min_length=2, max_length=3)]


class Standing(Wire):
    """Answers given beforehand: choices with only such verbs are passed at once. Answered by `standing`."""

    is_: Literal["standing"] = Field(alias="is")
    id: Id
    never: Annotated[list[Text], Field(max_length=20)]


class Speak(Wire):
    """From now on sentences in this language; the view comes again."""

    is_: Literal["language"] = Field(alias="is")
    lang: Lang


class Alive(Wire):
    """I am still here; answered by the same."""

    is_: Literal["alive"] = Field(alias="is")


FromClient = Annotated[
    Hello | Say | Preview | AskOptions | Ask | CatchUp | Look | Point | Standing | Speak | Alive,
    Field(discriminator="is_"),
]
"""Everything that a client may send."""

FROM_CLIENT: TypeAdapter[Any] = TypeAdapter(FromClient)

# --- parts of what the server sends


class SaidReason(Wire):
    """A reason with its sentence in the seat's language. `at`: the place on the table."""

    clause: str
    kind: Literal["broken", "applied", "asks"]
    model: str | None
    leg: int | None
    at: list[float] | None
    facts: Json
    sentence: str
    says: str
    """What the clause states in general, for "why?"."""


class SaidVerdict(Wire):
    """A ruling; reasons are in the order in which to show them. `word` is the ruling as a word."""

    ruling: Literal["legal", "illegal", "asks"]
    word: str
    stage: Literal["form", "time", "move"]
    reasons: list[SaidReason]
    margin: float | None


class Roll(Wire):
    """Dice that fell, why (a clause), and that clause's sentence."""

    why: str
    says: str
    sides: int
    faces: list[int]


class Pending(Wire):
    """The choice that is to be settled next. `mine`: this seat may answer. `kind` is `dice` where faces are wanted.

    `sentence` says it to a reader. `verbs` are what may be said, `pass` too unless `must`. `options` are the values of
    `choose`, where it is that.
    """

    side: str
    kind: Literal["choice", "dice"]
    of: str | None
    verbs: list[str]
    words: list[str]
    models: list[str]
    until: str
    must: bool
    mine: bool
    sentence: str
    command: Json | None = None
    clauses: list[SaidReason] = Field(default_factory=list)
    options: list[JsonValue] = Field(default_factory=list)
    count: int | None = None
    sides: int | None = None
    why: str | None = None


class Undo(Wire):
    """What would be taken back: whose last command it was, and whether the others would have to agree."""

    side: str
    asks: bool
    mine: bool


class Now(Wire):
    """The moment: sent whole with the view and with every entry."""

    round: int
    active: str
    step: str
    step_word: str
    pending: Pending | None
    waiting: int
    """How many choices are open."""
    undo: Undo | None
    used: dict[str, float]
    """Inches of allowance that a model or unit has used in this step."""
    trails: dict[str, list[list[float]]]
    """Where models went in this turn: points [x, y, z], the start first."""
    moved: list[str]
    """Who has had its move of this step."""
    ended: bool


class Presence(Wire):
    """Who is at the table: how many sockets each seat has open."""

    is_: Literal["presence"] = Field(alias="is")
    seats: dict[str, int]


class OptionChosen(Wire):
    """A switch of the rule set as it is played, and what it is for."""

    id: str
    value: str | float
    default: str | float
    why: str


class HouseRule(Wire):
    """A clause in which the house differs from the book: left out, amended or added; and what it states."""

    clause: str
    what: Literal["without", "amended", "added"]
    says: str


# --- what the server sends


class Welcome(Wire):
    """You sit at this match. `side` is None for the referee and for spectators. A view or `entries` follow."""

    is_: Literal["welcome"] = Field(alias="is")
    protocol: int
    version: str
    match: str
    title: str
    seat: str
    side: str | None
    seats: list[str]
    rules: str
    rules_title: str
    options: list[OptionChosen]
    house: list[HouseRule] = Field(default_factory=list)
    dice: Literal["seeded", "physical"]
    commitment: str
    n: int


class View(Wire):
    """The table as this seat may see it after entry `n`. `situation` is a situation file, to be saved as it stands.

    `digest` is that of the units in it: see docs/protocol.md.
    """

    is_: Literal["view"] = Field(alias="is")
    match: str
    seat: str
    n: int
    digest: str
    situation: Json
    now: Now


class Change(Wire):
    """What of the situation is another one now: these units whole, those gone, and its `state`."""

    units: list[Json]
    gone: list[str]
    state: Json


class Entry(Wire):
    """An entry of the log as this seat may know it. `lines` tell it to a reader, the first says the command.

    `n` counts the entries of this seat, without gaps. `change` and `now` lead from the view of n - 1 to that of n.
    """

    is_: Literal["entry"] = Field(alias="is")
    match: str
    n: int
    seat: str | None
    id: str
    command: Json | None
    verdict: SaidVerdict | None
    outcome: str | None
    spent: float | None
    rolls: list[Roll]
    events: list[Json]
    lines: list[str]
    change: Change
    now: Now
    digest: str


class Entries(Wire):
    """Several entries at once; `id` is None where they come of themselves. The last `n` there is: `upto`."""

    is_: Literal["entries"] = Field(alias="is")
    id: str | None
    entries: list[Entry]
    upto: int


class Ack(Wire):
    """Carried out, or put to the others, and on disk. Its entry has been or will be published as number `n`."""

    is_: Literal["ack"] = Field(alias="is")
    id: str
    n: int
    verdict: SaidVerdict
    outcome: str | None
    spent: float | None
    rolls: list[Roll]
    pending: Pending | None


class Refused(Wire):
    """Nothing happened, and this is why. `proposable`: said again with `anyway`, under a new id, it asks the others."""

    is_: Literal["refused"] = Field(alias="is")
    id: str
    seen: int
    verdict: SaidVerdict
    proposable: bool


class Stale(Wire):
    """The table is another one than the client saw: nothing happened. These entries are missing there."""

    is_: Literal["stale"] = Field(alias="is")
    id: str
    seen: int
    entries: list[Entry]
    upto: int


class Duplicate(Wire):
    """This id was played already. `answer` is what was answered then (an `ack`)."""

    is_: Literal["duplicate"] = Field(alias="is")
    id: str
    answer: Ack


ErrorCode = Literal[
    "form",  # no message, no command, no question: `where` names the key
    "token",  # the link is unknown or revoked; the socket closes
    "match",  # the command is for another match
    "seat",  # this seat may not do that
    "id",  # the id was used for something else
    "future",  # `seen` is greater than what there is
    "size",  # the frame is too large; the socket closes
    "rate",  # too many frames
    "slow",  # too much waits to be read; the socket closes
    "ended",  # the match is over
    "busy",  # too many questions at once
    "cannot",  # not even agreement can carry this out
    "suspended",  # the match cannot go on: its record or its rules are at fault
    "storage",  # it could not be kept; nothing happened
    "protocol",  # the versions do not fit; the socket closes
    "internal",  # a fault of the program; nothing happened
]


class Error(Wire):
    """Something is wrong with what was said, or with the server; never a refusal of a player. `id` where it had one."""

    is_: Literal["error"] = Field(alias="is")
    id: str | None
    code: ErrorCode
    message: str
    where: str | None = None


class Stop(Wire):
    """Where a previewed way ends: as it was asked for, and the last place up to which it would be legal.

    `until` is [x, y, z]; None where not even the start is. `path` leads there. A block has `steps` in its place.
    """

    used: float | None
    left: float | None
    allowed: float | None
    until: list[float] | None
    path: list[JsonValue] | None
    end: list[float] | None
    steps: list[JsonValue] | None = None


class Previewed(Wire):
    """The verdict on a preview at entry `n`. `ways`: for every model (or block) that would move."""

    is_: Literal["previewed"] = Field(alias="is")
    id: str
    n: int
    verdict: SaidVerdict
    ways: dict[str, Stop]


class Verb(Wire):
    """A verb that may be begun. `needs`: keys of the command (`path|to`: one of them). `allowed` inches, if fixed.

    `rolled`: its allowance is rolled, it may be said without a path. `asks`: the others would have to agree.
    """

    verb: str
    word: str
    needs: list[str]
    allowed: float | None
    rolled: bool
    asks: bool


class Excluded(Wire):
    """A verb that may not be begun now, and by which clauses."""

    verb: str
    word: str
    needs: list[str]
    reasons: list[SaidReason]


class Choice(Wire):
    """What one model or unit may do."""

    name: str
    kind: Literal["model", "unit"]
    includes: list[Verb]
    excludes: list[Excluded]


class Options(Wire):
    """What each of the models or units asked about may do, and what none of them is asked about: verbs of the side."""

    is_: Literal["options"] = Field(alias="is")
    id: str
    n: int
    of: list[Choice]
    side: list[Verb]


class Answer(Wire):
    """The answer to a question at entry `n`, in the keys of situation files. `reasons`: why there is none.

    `tests` are the sentences of the clauses that a route or the odds name.
    """

    is_: Literal["answer"] = Field(alias="is")
    id: str
    n: int
    question: str
    answer: Json
    reasons: list[SaidReason]
    says: dict[str, str]


class Pinged(Wire):
    """A seat points at a place."""

    is_: Literal["pinged"] = Field(alias="is")
    seat: str
    at: list[float]


class StandingNow(Wire):
    """The standing answers of this seat's side."""

    is_: Literal["standing"] = Field(alias="is")
    id: str | None
    never: list[str]


class AliveToo(Wire):
    """The answer to `alive`."""

    is_: Literal["alive"] = Field(alias="is")


class Over(Wire):
    """The match is over: the secret of its dice is revealed, the record can be fetched."""

    is_: Literal["over"] = Field(alias="is")
    secret: str


FromServer = Annotated[
    Welcome
    | View
    | Entry
    | Entries
    | Ack
    | Refused
    | Stale
    | Duplicate
    | Error
    | Previewed
    | Options
    | Answer
    | Pinged
    | Presence
    | StandingNow
    | AliveToo
    | Over,
    Field(discriminator="is_"),
]
"""Everything that the server sends."""


class Messages(Wire):
    """Both directions."""

    client: FromClient
    server: FromServer


def wire_schema() -> dict[str, Any]:
    """The JSON Schema of all messages, each under `$defs`; `FromClient` and `FromServer` are the two directions."""
    _, found = models_json_schema([(Messages, "serialization")], title="movetray wire", by_alias=True)
    defs = found["$defs"]
    messages = defs.pop("Messages")
    for name, key in (("FromClient", "client"), ("FromServer", "server")):
        defs[name] = {k: v for k, v in messages["properties"][key].items() if k != "title"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "movetray wire", "$defs": defs}
