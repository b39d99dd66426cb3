// Made by `make web` from `movetray schema --wire`; not written by hand.

export type FromClient = (Hello | Say | Preview | AskOptions | Ask | CatchUp | Look | Point | Standing | Speak | Alive)
export type JsonValue = unknown
export type FromServer = (Welcome | View | Entry | Entries | Ack | Refused | Stale | Duplicate | Error | Previewed | Options | Answer | Pinged | Presence | StandingNow | AliveToo | Over)

export interface Wire {
client: FromClient
server: FromServer
}
/**
 * The first frame. `since`: the newest entry that the client has (None: it has nothing, and gets the view).
 */
export interface Hello {
is: "hello"
token: string
lang?: ("en" | "ru")
since?: (number | null)
protocol?: number
}
/**
 * A command. It is answered once: ack, refused, stale, duplicate or error.
 * 
 * `seen` is the newest entry the client had when it was said. `anyway`: a refused one is put to the other sides, who
 * may agree to it.
 */
export interface Say {
is: "command"
match: string
id: string
seen: number
command: {
[k: string]: JsonValue
}
anyway?: boolean
}
/**
 * May this be done, and how far does it lead? Changes nothing; answered by `previewed`.
 * 
 * While one is being answered, a newer one of the same socket takes the place of those that wait (they get no answer).
 */
export interface Preview {
is: "preview"
id: string
command: {
[k: string]: JsonValue
}
}
/**
 * What may these models or units do now, and what not? Answered by `options`.
 */
export interface AskOptions {
is: "options"
id: string
/**
 * @maxItems 400
 */
of: string[]
}
/**
 * A question of a situation file (`reach`, `route`, `odds`, `threat`, `sees`, `distance`); answered by `answer`.
 */
export interface Ask {
is: "ask"
id: string
question: {
[k: string]: JsonValue
}
}
/**
 * The entries after `since`, again. Answered by one `entries`.
 */
export interface CatchUp {
is: "catch-up"
id: string
since: number
}
/**
 * The table once more, whole: answered by `view`. For a client whose digest differs.
 */
export interface Look {
is: "look"
}
/**
 * Point at a place; everybody at the table sees it, nobody remembers it.
 */
export interface Point {
is: "ping"
/**
 * @minItems 2
 * @maxItems 3
 */
at: [number, number]|[number, number, number]
}
/**
 * Answers given beforehand: choices with only such verbs are passed at once. Answered by `standing`.
 */
export interface Standing {
is: "standing"
id: string
/**
 * @maxItems 20
 */
never: []|[string]|[string, string]|[string, string, string]|[string, string, string, string]|[string, string, string, string, string]|[string, string, string, string, string, string]|[string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]|[string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]
}
/**
 * From now on sentences in this language; the view comes again.
 */
export interface Speak {
is: "language"
lang: ("en" | "ru")
}
/**
 * I am still here; answered by the same.
 */
export interface Alive {
is: "alive"
}
/**
 * You sit at this match. `side` is None for the referee and for spectators. A view or `entries` follow.
 */
export interface Welcome {
is: "welcome"
protocol: number
version: string
match: string
title: string
seat: string
side: (string | null)
seats: string[]
rules: string
rules_title: string
options: OptionChosen[]
house?: HouseRule[]
dice: ("seeded" | "physical")
commitment: string
n: number
}
/**
 * A switch of the rule set as it is played, and what it is for.
 */
export interface OptionChosen {
id: string
value: (string | number)
default: (string | number)
why: string
}
/**
 * A clause in which the house differs from the book: left out, amended or added; and what it states.
 */
export interface HouseRule {
clause: string
what: ("without" | "amended" | "added")
says: string
}
/**
 * The table as this seat may see it after entry `n`. `situation` is a situation file, to be saved as it stands.
 * 
 * `digest` is that of the units in it: see docs/protocol.md.
 */
export interface View {
is: "view"
match: string
seat: string
n: number
digest: string
situation: {
[k: string]: JsonValue
}
now: Now
}
/**
 * The moment: sent whole with the view and with every entry.
 */
export interface Now {
round: number
active: string
step: string
step_word: string
pending: (Pending | null)
waiting: number
undo: (Undo | null)
used: {
[k: string]: number
}
trails: {
[k: string]: number[][]
}
moved: string[]
ended: boolean
}
/**
 * The choice that is to be settled next. `mine`: this seat may answer. `kind` is `dice` where faces are wanted.
 * 
 * `sentence` says it to a reader. `verbs` are what may be said, `pass` too unless `must`. `options` are the values of
 * `choose`, where it is that.
 */
export interface Pending {
side: string
kind: ("choice" | "dice")
of: (string | null)
verbs: string[]
words: string[]
models: string[]
until: string
must: boolean
mine: boolean
sentence: string
command?: ({
[k: string]: JsonValue
} | null)
clauses?: SaidReason[]
options?: JsonValue[]
count?: (number | null)
sides?: (number | null)
why?: (string | null)
}
/**
 * A reason with its sentence in the seat's language. `at`: the place on the table.
 */
export interface SaidReason {
clause: string
kind: ("broken" | "applied" | "asks")
model: (string | null)
leg: (number | null)
at: (number[] | null)
facts: {
[k: string]: JsonValue
}
sentence: string
says: string
}
/**
 * What would be taken back: whose last command it was, and whether the others would have to agree.
 */
export interface Undo {
side: string
asks: boolean
mine: boolean
}
/**
 * An entry of the log as this seat may know it. `lines` tell it to a reader, the first says the command.
 * 
 * `n` counts the entries of this seat, without gaps. `change` and `now` lead from the view of n - 1 to that of n.
 */
export interface Entry {
is: "entry"
match: string
n: number
seat: (string | null)
id: string
command: ({
[k: string]: JsonValue
} | null)
verdict: (SaidVerdict | null)
outcome: (string | null)
spent: (number | null)
rolls: Roll[]
events: {
[k: string]: JsonValue
}[]
lines: string[]
change: Change
now: Now
digest: string
}
/**
 * A ruling; reasons are in the order in which to show them. `word` is the ruling as a word.
 */
export interface SaidVerdict {
ruling: ("legal" | "illegal" | "asks")
word: string
stage: ("form" | "time" | "move")
reasons: SaidReason[]
margin: (number | null)
}
/**
 * Dice that fell, why (a clause), and that clause's sentence.
 */
export interface Roll {
why: string
says: string
sides: number
faces: number[]
}
/**
 * What of the situation is another one now: these units whole, those gone, and its `state`.
 */
export interface Change {
units: {
[k: string]: JsonValue
}[]
gone: string[]
state: {
[k: string]: JsonValue
}
}
/**
 * Several entries at once; `id` is None where they come of themselves. The last `n` there is: `upto`.
 */
export interface Entries {
is: "entries"
id: (string | null)
entries: Entry[]
upto: number
}
/**
 * Carried out, or put to the others, and on disk. Its entry has been or will be published as number `n`.
 */
export interface Ack {
is: "ack"
id: string
n: number
verdict: SaidVerdict
outcome: (string | null)
spent: (number | null)
rolls: Roll[]
pending: (Pending | null)
}
/**
 * Nothing happened, and this is why. `proposable`: said again with `anyway`, under a new id, it asks the others.
 */
export interface Refused {
is: "refused"
id: string
seen: number
verdict: SaidVerdict
proposable: boolean
}
/**
 * The table is another one than the client saw: nothing happened. These entries are missing there.
 */
export interface Stale {
is: "stale"
id: string
seen: number
entries: Entry[]
upto: number
}
/**
 * This id was played already. `answer` is what was answered then (an `ack`).
 */
export interface Duplicate {
is: "duplicate"
id: string
answer: Ack
}
/**
 * Something is wrong with what was said, or with the server; never a refusal of a player. `id` where it had one.
 */
export interface Error {
is: "error"
id: (string | null)
code: ("form" | "token" | "match" | "seat" | "id" | "future" | "size" | "rate" | "slow" | "ended" | "busy" | "cannot" | "suspended" | "storage" | "protocol" | "internal")
message: string
where?: (string | null)
}
/**
 * The verdict on a preview at entry `n`. `ways`: for every model (or block) that would move.
 */
export interface Previewed {
is: "previewed"
id: string
n: number
verdict: SaidVerdict
ways: {
[k: string]: Stop
}
}
/**
 * Where a previewed way ends: as it was asked for, and the last place up to which it would be legal.
 * 
 * `until` is [x, y, z]; None where not even the start is. `path` leads there. A block has `steps` in its place.
 */
export interface Stop {
used: (number | null)
left: (number | null)
allowed: (number | null)
until: (number[] | null)
path: (JsonValue[] | null)
end: (number[] | null)
steps?: (JsonValue[] | null)
}
/**
 * What each of the models or units asked about may do, and what none of them is asked about: verbs of the side.
 */
export interface Options {
is: "options"
id: string
n: number
of: Choice[]
side: Verb[]
}
/**
 * What one model or unit may do.
 */
export interface Choice {
name: string
kind: ("model" | "unit")
includes: Verb[]
excludes: Excluded[]
}
/**
 * A verb that may be begun. `needs`: keys of the command (`path|to`: one of them). `allowed` inches, if fixed.
 * 
 * `rolled`: its allowance is rolled, it may be said without a path. `asks`: the others would have to agree.
 */
export interface Verb {
verb: string
word: string
needs: string[]
allowed: (number | null)
rolled: boolean
asks: boolean
}
/**
 * A verb that may not be begun now, and by which clauses.
 */
export interface Excluded {
verb: string
word: string
needs: string[]
reasons: SaidReason[]
}
/**
 * The answer to a question at entry `n`, in the keys of situation files. `reasons`: why there is none.
 * 
 * `tests` are the sentences of the clauses that a route or the odds name.
 */
export interface Answer {
is: "answer"
id: string
n: number
question: string
answer: {
[k: string]: JsonValue
}
reasons: SaidReason[]
says: {
[k: string]: string
}
}
/**
 * A seat points at a place.
 */
export interface Pinged {
is: "pinged"
seat: string
at: number[]
}
/**
 * Who is at the table: how many sockets each seat has open.
 */
export interface Presence {
is: "presence"
seats: {
[k: string]: number
}
}
/**
 * The standing answers of this seat's side.
 */
export interface StandingNow {
is: "standing"
id: (string | null)
never: string[]
}
/**
 * The answer to `alive`.
 */
export interface AliveToo {
is: "alive"
}
/**
 * The match is over: the secret of its dice is revealed, the record can be fetched.
 */
export interface Over {
is: "over"
secret: string
}
