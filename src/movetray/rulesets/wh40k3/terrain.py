"""Kinds of terrain (¶21-25, 28, 31): what a piece is by agreement, by the list of examples, or by a die."""

from collections.abc import Iterator

from movetray._kernel import Shape, spans
from movetray.engine.attempt import Attempt
from movetray.engine.event import TerrainSettled
from movetray.engine.resolve import Run
from movetray.engine.rule import Examples
from movetray.engine.verdict import Finding
from movetray.engine.walk import LEVEL, Leg, Walk
from movetray.table.board import ORIGIN
from movetray.table.terrain import Ground
from movetray.units import TOLERANCE, to_inches

GOING = {"normal": "open", "difficult": "difficult", "impassable": "impassable"}
"""The book's word for a kind of terrain to that of the format."""

NORMAL = (
    "field", "fields", "crops", "corn", "cornfield", "wheat", "meadow", "grass", "slope", "hill", "street", "road",
    "building", "stairs", "ladder", "open-wood", "open-woods", "open-woodland", "sparse-scrub", "scrub", "sand",
    "plateau", "rocky-plateau", "crater", "craters", "ice", "rocks", "scattered-rocks", "monolith", "monoliths",
    "ruin", "ruins", "low-wall", "low-walls", "stream", "streams",
)  # fmt: skip
DIFFICULT = (
    "dune", "dunes", "ash", "ash-drift", "ash-drifts", "slag", "slag-drift", "slag-drifts", "scree", "mud", "deep-mud",
    "wood", "woods", "dense-wood", "dense-woods", "thick-vegetation", "vegetation", "thicket", "jungle", "snow",
    "deep-snow", "bog", "bogs", "peat-bog", "ford", "river", "fordable-river", "fordable-rivers", "lake",
    "shallow-lake", "waist-deep-lake", "rubble", "unstable-rubble",
)  # fmt: skip
IMPASSABLE = (
    "cliff", "cliffs", "very-steep-slope", "very-steep-slopes", "high-wall", "high-walls", "dust-pit", "dust-pits",
    "geyser", "geysers", "lava", "quicksand", "tar", "tar-pit", "tar-pits", "sewer", "sewers", "sewage",
    "sewage-pond", "sewage-ponds", "toxic-spill", "toxic-spills", "deep-water",
)  # fmt: skip

CATALOGUE = Examples(
    {
        **dict.fromkeys(NORMAL, "open"),
        **dict.fromkeys(DIFFICULT, "difficult"),
        **dict.fromkeys(IMPASSABLE, "impassable"),
    }
)
"""The examples of the book, by the names that a file may give them."""


Stretch = tuple[Ground, Shape]
"""A piece of ground with its shape."""


def stretches(attempt: Attempt, going: str) -> list[Stretch]:
    """The pieces of ground of one going."""
    return attempt.once("stretches", lambda: _by_going(attempt)).get(going, [])


def _by_going(attempt: Attempt) -> dict[str, list[Stretch]]:
    """All pieces of ground, by their going."""
    found: dict[str, list[Stretch]] = {}
    table = attempt.table
    for ground, region in table.board.grounds:
        found.setdefault(attempt.rules.going(table, ground), []).append((ground, region))
    return found


def enters(walk: Walk, stretch: Stretch, tolerance: float = TOLERANCE) -> tuple[Leg, float] | None:
    """The leg, and how far along it from 0 to 1, at which a walk is first in a piece of ground; None where never."""
    ground, region = stretch
    for leg in walk.legs:
        if leg.by in LEVEL and abs(leg.level - to_inches(ground.z)) <= TOLERANCE:
            found = spans(walk.shape, leg.plan, region, ORIGIN, tolerance)
            if found:
                return leg, min(t for _, t, _ in found)
    return None


def undecided(attempt: Attempt) -> Iterator[Finding]:
    """Nobody can say what becomes of a move over ground that the players have not agreed on."""
    for stretch in stretches(attempt, "disputed"):
        for walk in attempt.walks:
            found = enters(walk, stretch)
            if found is not None:
                leg, t = found
                yield Finding("asks", walk.model, leg.index, leg.place(t), {"piece": stretch[0].id})


def asked_or_settled(attempt: Attempt) -> Iterator[Finding]:
    """Moves over disputed ground ask; a die settles what is in dispute and nothing else, on a claim of each side where
    it is a die a claim.
    """
    if attempt.command.do != "settle":
        yield from undecided(attempt)
        return
    piece = str(attempt.command.terrain)
    if piece not in {ground.id for ground, _ in stretches(attempt, "disputed")}:
        yield Finding(facts={"piece": piece})
    elif attempt.rules.option("disputed-terrain") == "roll-off":
        claims, sides = attempt.command.rest.get("kinds", ()), attempt.table.sides
        if len(claims) != len(sides) or not all(claim in GOING for claim in claims):
            yield Finding(facts={"piece": piece, "claims": len(sides)})


def _walked(attempt: Attempt, pieces: list[Stretch]) -> Iterator[Finding]:
    for ground, region in pieces:
        for walk in attempt.walks:
            found = enters(walk, (ground, region))
            if found is not None:
                leg, t = found
                going = attempt.rules.going(attempt.table, ground)
                yield Finding("applied", walk.model, leg.index, leg.place(t), {"piece": ground.id, "going": going})


def on_normal_ground(attempt: Attempt) -> Iterator[Finding]:
    """A way over a piece of normal ground costs what it would cost beside it."""
    yield from _walked(attempt, stretches(attempt, "open"))


def by_example(attempt: Attempt) -> Iterator[Finding]:
    """A way over ground whose kind is that of an example of the book."""
    known, settled = attempt.rules.catalogue, attempt.table.settled
    pieces = [stretch for stretch in attempt.table.board.grounds if stretch[0].like in known]
    yield from _walked(attempt, [stretch for stretch in pieces if stretch[0].id not in settled])


def settle(run: Run) -> None:
    """A die, or a die for each side's claim, says what a disputed piece is."""
    piece = str(run.command.terrain)
    if run.rules.option("disputed-terrain") == "table":
        (face,) = run.roll(1, 6, "wh40k3.variant.table")
        kind = "normal" if face <= 2 else "difficult" if face <= 4 else "impassable"
        run.cite("wh40k3.variant.table", facts={"piece": piece, "going": GOING[kind]})
    else:
        kind = _claimed(run)
        run.cite("wh40k3.terrain.kinds", facts={"piece": piece, "going": GOING[kind]})
    run.emit(TerrainSettled(piece, GOING[kind]))


def _claimed(run: Run) -> str:
    claims: list[str] = list(run.command.rest["kinds"])
    while len(claims) > 1:
        faces = run.roll(len(claims), 6, "wh40k3.terrain.kinds")
        best = max(faces)
        claims = [claim for claim, face in zip(claims, faces, strict=True) if face == best]
        if len(set(claims)) == 1:
            break
    return claims[0]
