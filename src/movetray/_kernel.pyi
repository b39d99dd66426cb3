"""The geometry kernel (Rust), as Python sees it.

Inches and degrees, angles counter-clockwise from +x. Nothing here knows a rule. A *pose* is `(x, y, facing)`.
A *gap* is the shortest distance between two shapes: positive apart, 0 in contact, negative when they overlap
(then minus the least depth by which one has entered the other; its sign is exact; of shapes that are not convex and
well inside each other it is the depth of convex pieces of theirs).
"""

from collections.abc import Sequence
from typing import Any, final

Point = tuple[float, float]
Pose = tuple[float, float, float]
Bounds = tuple[float, float, float, float]
# x, y of the end, signed turn in degrees spread evenly over the leg, centre of the arc or None, None when straight.
# An arc goes by the shorter turn, counter-clockwise when both are equal.
Leg = tuple[float, float, float, float | None, float | None]

@final
class Shape:
    """A base or a piece of terrain about its own origin, facing +x. Immutable."""

    @staticmethod
    def disc(radius: float) -> Shape: ...
    @staticmethod
    def oval(depth: float, width: float) -> Shape: ...  # an ellipse: depth along the facing, width across it; equal: a disc
    @staticmethod
    def rectangle(depth: float, width: float) -> Shape: ...
    @staticmethod
    def polygon(points: Sequence[Point]) -> Shape: ...  # simple, 3 to 1024 points, either way round, convex or not
    @property
    def kind(self) -> str: ...  # disc | oval | polygon
    @property
    def radius(self) -> float: ...  # of the circle about the origin that just holds the shape
    @property
    def area(self) -> float: ...
    def bounds(self, pose: Pose) -> Bounds: ...  # x0, y0, x1, y1
    def outline(self, pose: Pose, chord: float = 0.01) -> list[Point]: ...  # for drawing; sagitta at most `chord`

@final
class Path:
    """Legs one after another on one level, from a starting pose. Facings come back in [0, 360).

    The two ends of an arc may be unequally far from its centre by 0.01; the centre is then taken on the line midway
    between them.
    """

    def __init__(self, start: Pose, legs: Sequence[Leg]) -> None: ...
    @property
    def start(self) -> Pose: ...
    @property
    def end(self) -> Pose: ...
    @property
    def legs(self) -> list[Leg]: ...
    @property
    def lengths(self) -> list[float]: ...  # of the centre's way, one a leg
    @property
    def length(self) -> float: ...
    def pose(self, leg: int, t: float) -> Pose: ...  # t from 0 to 1 along the leg
    def along(self, distance: float) -> tuple[int, float]: ...  # leg and t after this many inches of the centre's way
    def cut(self, leg: int, t: float) -> Path: ...  # the part up to there
    def travel(self, shape: Shape) -> float: ...
    # the way of the point of the outline that travels furthest (turning included); discs: the centre's way
    def ways(self, points: Sequence[Point]) -> list[float]: ...
    # how far each point of the body, given about its origin, travels over the path (its corners, its models' middles)
    def shifts(self, points: Sequence[Point]) -> list[float]: ...  # how far each is in the end from where it was

@final
class Contact:
    @property
    def index(self) -> int: ...  # which placed shape
    @property
    def leg(self) -> int: ...
    @property
    def t(self) -> float: ...
    @property
    def pose(self) -> Pose: ...  # of the mover at that moment
    @property
    def at(self) -> Point: ...  # the place on the table where they are nearest
    @property
    def gap(self) -> float: ...  # for `first`/`blocking`: at that moment; for `clearances`: the least

@final
class Placed:
    """Shapes standing on one level: what a base may run into. Immutable; cheap to ask, made once."""

    def __init__(self, items: Sequence[tuple[Shape, Pose]]) -> None: ...
    def __len__(self) -> int: ...
    def gap(self, index: int, shape: Shape, pose: Pose) -> float: ...
    def pairs(self, within: float) -> list[tuple[int, int, float]]: ...
    # (index, later index, gap) of every two placed shapes whose gap is at most `within`, in index order
    def near(self, shape: Shape, pose: Pose, within: float, skip: Sequence[int] = ()) -> list[tuple[int, float]]: ...
    # (index, gap) of every placed shape whose gap is at most `within` (infinity: of all), in index order
    def blocking(
        self, shape: Shape, path: Path, tolerance: float, clearance: float = 0.0, skip: Sequence[int] = ()
    ) -> list[Contact]: ...
    # for every placed shape that the swept base comes nearer to than `clearance - tolerance`: the first such moment.
    # At clearance 0 also where two corners pass each other overlapping by more than `tolerance`, though each could at
    # every moment slip out sideways. A tolerance is at most what is left of the base.
    def first(
        self, shape: Shape, path: Path, tolerance: float, clearance: float = 0.0, skip: Sequence[int] = ()
    ) -> Contact | None: ...
    def clearances(
        self, shape: Shape, path: Path, within: float, skip: Sequence[int] = ()
    ) -> list[Contact]: ...  # the least gap over the whole path, for every placed shape whose least gap is <= within;
    # `leg`, `t` are the first moment at which it is (nearly, 1e-9) reached; depths beyond 0.002 are within 0.0002

def gap(a: Shape, a_pose: Pose, b: Shape, b_pose: Pose) -> float: ...
def nearest(a: Shape, a_pose: Pose, b: Shape, b_pose: Pose) -> tuple[Point, Point]: ...
def contains(region: Shape, region_pose: Pose, point: Point, tolerance: float) -> bool: ...  # closed: the edge is inside
def covers(region: Shape, region_pose: Pose, shape: Shape, pose: Pose, tolerance: float) -> bool: ...
def edge_distance(region: Shape, region_pose: Pose, point: Point) -> float: ...  # to the outline; negative inside
def spans(
    shape: Shape | None, path: Path, region: Shape, region_pose: Pose, tolerance: float
) -> list[tuple[int, float, float]]: ...
# (leg, t0, t1) while the base (None: its centre) is in the region by more than `tolerance`

def wall_outlines(line: Sequence[Point], thickness: float, closed: bool = False) -> list[list[Point]]: ...
# convex pieces of a wall along a line: square ends, mitred joints, one piece a segment

def convex_parts(polygon: Sequence[Point]) -> list[list[Point]]: ...
def distance(a: Point, b: Point) -> float: ...
def bearing(a: Point, b: Point) -> float: ...  # degrees in [0, 360) from a to b
def ahead(pose: Pose, distance: float, sideways: float = 0.0) -> Point: ...  # along the facing, and to the left of it

Prism = tuple[Shape, Pose, float, float]  # bottom and top in inches

def sees(a: Prism, b: Prism, between: Sequence[Prism]) -> bool: ...
# some straight line from a point of `a` to a point of `b` passes none of `between`; touching is not passing;
# an opening under 0.01 does not count

@final
class Route:
    @property
    def legs(self) -> list[Leg]: ...  # turns are 0
    @property
    def length(self) -> float: ...
    @property
    def cost(self) -> float: ...
    @property
    def end(self) -> Point: ...

@final
class Plan:
    """Where one base, its facing kept, can go on one level.

    `solid`: what it may not pass; `no_end`: what it may cross but not end in (a low wall); both closed sets: contact is
    allowed. `ground`: (region, region pose, factor) - an inch in it costs `factor`; where several lie the dearest counts;
    `by_centre` says whether the centre or any part of the base is in it. The base stays on `bounds` whole. `barred` is
    what its centre alone may not enter (the air beyond the edge of a floor).
    """

    def __init__(
        self,
        shape: Shape,
        facing: float,
        bounds: Bounds,
        solid: Sequence[tuple[Shape, Pose]],
        no_end: Sequence[tuple[Shape, Pose]] = (),
        ground: Sequence[tuple[Shape, Pose, float]] = (),
        by_centre: bool = False,
        barred: Sequence[tuple[Shape, Pose]] = (),
    ) -> None: ...
    def to_point(self, start: Point, goal: Point, limit: float = ...) -> Route | None: ...  # cheapest; None: no way within limit
    def to_contact(
        self, start: Point, targets: Sequence[tuple[Shape, Pose]], limit: float = ..., clearance: float = 0.0
    ) -> list[Route]: ...
    # ways into contact (at `clearance`) with every target at once; cheapest first, equally cheap ends all listed
    # (by end point x, then y); targets are obstacles too; empty when there is none
    def to_edge(self, start: Point, limit: float = ...) -> Route | None: ...
    # the cheapest way until any part of the base reaches the edge of `bounds`
    def reach(self, start: Point, budget: float) -> Reach: ...
    def free_near(self, point: Point) -> list[Point]: ...
    # places where the base is free, each the nearest of its neighbourhood, nearest to `point` first; equally near ones
    # counter-clockwise from +x; `point` itself where it is free

@final
class Reach:
    @property
    def area(self) -> float: ...  # square inches of places for the centre, those of `no_end` left out
    def contains(self, point: Point, tolerance: float = 0.0006) -> bool: ...
    def joined(self, other: Reach) -> Reach: ...  # everywhere that one of the two leads to
    def outline(self, chord: float = 0.02) -> list[list[Point]]: ...  # rings for drawing, even-odd

BlockStep = tuple[str, float]
# forward | back | left | right with inches; wheel-left | wheel-right with degrees from 0 up, about the front corner of
# that side; pivot with degrees counter-clockwise, about the middle of the block

@final
class Block:
    """Models in files and ranks that move as one body. Immutable.

    Its origin is the middle of its front edge, it faces +x, and a pose of it says where that is: all ranks but the last
    are full, the last is centred, and the footprint is one rectangle or two. Fewer models than files make one rank of
    that many.
    """

    def __init__(self, models: int, files: int, base_width: float, base_depth: float) -> None: ...
    @property
    def models(self) -> int: ...
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...  # the last included
    @property
    def width(self) -> float: ...  # of the front
    @property
    def depth(self) -> float: ...  # of all ranks
    @property
    def shape(self) -> Shape: ...  # the footprint about the origin, for `Placed`, `gap` and the like
    @property
    def places(self) -> list[Point]: ...  # the middle of each model about the origin: front rank first, each from its left
    def path(self, pose: Pose, steps: Sequence[BlockStep]) -> Path: ...
    # the way of the middle of the front edge: one leg a step; a turn of more than 90 degrees is several equal legs.
    # `Placed` sweeps `shape` along it exactly; `Path.ways` says what it costs by which point

def bottleneck(starts: Sequence[Point], ends: Sequence[Point]) -> tuple[list[int], float]: ...
# as many starts as ends: for each start the index of its end, so that the longest straight way is as short as possible,
# and that way in inches. At most 2000
def bottleneck_of_corners(
    starts: Sequence[Point], ends: Sequence[Point], facings: tuple[float, float], width: float, depth: float
) -> tuple[list[int], float]: ...
# the same for rectangular bases that also turn from one facing to another: of each the corner counts that is in the end
# furthest from where it was

@final
class Charge:
    """The best approach of a charging block: one wheel, straight on, the door closed about the place of contact."""

    @property
    def wheel(self) -> float: ...  # degrees: about the left front corner positive, about the right one negative, 0 none
    @property
    def pivot(self) -> str | None: ...  # left | right
    @property
    def straight(self) -> float: ...  # inches straight on after the wheel
    @property
    def contact(self) -> Point: ...  # where the two first touch
    @property
    def flank(self) -> str: ...  # front | left | right | rear: the side of the target against which it ends
    @property
    def closing(self) -> float: ...  # degrees of the turn that closes the door, counter-clockwise positive
    @property
    def chargers(self) -> list[int]: ...  # the charger's models in contact in the end, counted as in `Block.places`
    @property
    def targets(self) -> list[int]: ...  # the target's
    @property
    def count(self) -> int: ...  # of both
    @property
    def end(self) -> Pose: ...  # the charger's, nothing snapped
    @property
    def equals(self) -> list[Charge]: ...  # other approaches as good as this: as many models, as little wheel, as short
    @property
    def path(self) -> Path: ...  # of the middle of its front: wheel, straight, closing, those that are not nothing

@final
class NoCharge:
    """Why no approach brings a charging block into contact."""

    @property
    def reason(self) -> str: ...
    # blocked: something is in the way of the best approach, and something of every other; out-of-reach: the target can be
    # brought before the front, but not within the limit; turn: no wheel of at most 90 degrees brings it there
    @property
    def by(self) -> tuple[str, int] | None: ...  # what blocks the best one: `solid` or `untouched` and its index; None: the target
    @property
    def during(self) -> str | None: ...  # wheel | straight | closing: when
    @property
    def straight(self) -> float | None: ...  # out of reach: a way straight on that would do, one of the shortest

def best_charge(
    charger: Block,
    charger_pose: Pose,
    target: Block,
    target_pose: Pose,
    limit: float,
    solid: Sequence[tuple[Shape, Pose]] = (),
    untouched: Sequence[tuple[Shape, Pose]] = (),
    overlap: float = 0.0,
    turn: float = 90.0,
) -> Charge | NoCharge: ...
# of all approaches by one wheel of at most `turn` degrees (no more than 90) and a way straight on of at most `limit`, the one with the most models
# of both in contact once the door is closed; then the one with the least wheel, then the shortest. The angle is exact.
# The door is closed against the side that is touched; at a corner of the target against the one that asks for the smaller
# turn. `solid` may be touched (and entered by 0.0003, as much as snapped poses may) but not passed through, `untouched` is
# kept 0.001 away from, all the way, the closing included; the target is in neither. Models are in contact that share at
# least `overlap` of their sides: at 0 two corners are enough. A single base is a Block of one

@final
class BlockRoute:
    """A sequence of steps ahead and wheels."""

    @property
    def steps(self) -> list[BlockStep]: ...  # forward, wheel-left, wheel-right
    @property
    def cost(self) -> float: ...
    @property
    def whole(self) -> float | None: ...  # of the whole way to the goal, of which this may be a part; None: none was found
    @property
    def arrives(self) -> bool: ...
    @property
    def end(self) -> Pose: ...
    @property
    def path(self) -> Path: ...

@final
class BlockReach:
    """Where the middle of the front can get to, whatever the facing there."""

    @property
    def area(self) -> float: ...  # square inches, counted in quarters of an inch: good to about a twentieth
    def contains(self, point: Point, tolerance: float = 0.0006) -> bool: ...  # is there a way for the budget? planned anew
    def places(self) -> list[Point]: ...  # the middles of those quarter-inch squares, for drawing
    def outline(self) -> list[list[Point]]: ...  # rings around them, even-odd
    def poses(self) -> list[tuple[Pose, float]]: ...  # poses of the steps of the search and what they cost, cheapest first

@final
class BlockPlan:
    """Where one block can go, ahead and in wheels, on a table of these bounds.

    `things`: (shape, pose, clearance) - what it never comes nearer to than that (0: touching is allowed). An inch ahead
    costs an inch, a wheel its angle times `radius`: the distance from the pivot to what is measured. The ways found are
    legal; in tests none of up to three wheels was a hundredth cheaper.
    """

    def __init__(
        self, block: Block, bounds: Bounds, things: Sequence[tuple[Shape, Pose, float]], radius: float
    ) -> None: ...
    def to_pose(self, start: Pose, goal: Pose, limit: float = ...) -> BlockRoute | None: ...
    # the cheapest way; where it costs more than the limit, as much of it as the limit allows; where none is found, the way
    # within the limit to where least seems to be missing. None: the block stands too near to something as it is
    def to_point(self, start: Pose, goal: Point, limit: float = ...) -> BlockRoute | None: ...
    # the same for the middle of the front, whatever the facing there
    def reach(self, start: Pose, budget: float) -> BlockReach: ...

@final
class Scene:
    """The low-level door: polygons and circles in float inches, nothing snapped, tolerance 1e-9.

    Of many moves of a block at once: straight ones are rows of x, y, facing, forward, left (one of the last two 0), wheels
    rows of x, y, facing, degrees (negative about the right front corner). `block_many` and `wheel_many` say which come
    nearer than `clearance` to anything, `…_first_many` after how many inches or degrees (NaN: never), `…_gap_many` how
    near each comes (infinity: not within that). n x columns float64 buffer in, numpy array out.
    """

    def __init__(
        self, polygons: Sequence[Sequence[Point]] = (), circles: Sequence[tuple[float, float, float]] = ()
    ) -> None: ...
    def swept(self, radius: float, start: Point, end: Point) -> SceneContact | None: ...
    def swept_many(self, radius: float, moves: Any) -> Any: ...  # n x 4 float64 buffer in, numpy bool array out: True = blocked
    def block_many(self, block: Block, moves: Any, clearance: float = 0.0) -> Any: ...
    def wheel_many(self, block: Block, wheels: Any, clearance: float = 0.0) -> Any: ...
    def block_first_many(self, block: Block, moves: Any, clearance: float = 0.0) -> Any: ...
    def wheel_first_many(self, block: Block, wheels: Any, clearance: float = 0.0) -> Any: ...
    def block_gap_many(self, block: Block, moves: Any, within: float) -> Any: ...
    def wheel_gap_many(self, block: Block, wheels: Any, within: float) -> Any: ...

@final
class SceneContact:
    @property
    def distance(self) -> float: ...  # inches from the start
    @property
    def t(self) -> float: ...
    @property
    def centre(self) -> Point: ...
    @property
    def point(self) -> Point: ...
    @property
    def kind(self) -> str: ...  # polygon | circle
    @property
    def index(self) -> int: ...
