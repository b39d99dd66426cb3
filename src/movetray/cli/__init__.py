"""The command line. Each command is a few lines here and its work in a module beside this one, loaded when it runs.

What goes wrong with a file or with the words of a command is one line on stderr and the exit code 2. Of `check`, 1 says
that something was not as expected.
"""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer


def _spoken() -> str:
    """The language of help and errors, known before options are read."""
    for wanted, after in zip(sys.argv, [*sys.argv[1:], ""], strict=True):
        if wanted == "--lang" or wanted.startswith("--lang="):
            return after if wanted == "--lang" else wanted.partition("=")[2]
    found = (os.environ.get(name) for name in ("MOVETRAY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next((value[:2] for value in found if value), "en")


def tr(text: str) -> str:
    """A text of the help in the language that is spoken; English costs nothing."""
    if _spoken() != "ru":
        return text
    from movetray.words import catalogue

    return catalogue("ru").gettext(text)


app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help=tr("A referee for the movement phase of miniature wargames."),
)

File = Annotated[Path, typer.Argument(help=tr("a situation file"), show_default=False)]
Files = Annotated[list[Path], typer.Argument(help=tr("situation files, or folders of them"), show_default=False)]
StepNumber = Annotated[int | None, typer.Option("--step", help=tr("one step, counted from 1"), show_default=False)]
Lang = Annotated[
    str | None, typer.Option("--lang", help=tr("the language of what is said: en or ru"), show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help=tr("the answer as JSON"), show_default=False)]


def _adopt(context: typer.Context, files: list[Path] | None) -> None:
    """Plays by the house rules of some files, as long as the command runs."""
    if files:
        from movetray.cli.house import adopted

        context.with_resource(adopted(files))


House = Annotated[
    list[Path] | None,
    typer.Option(
        "--house",
        help=tr("a Python file of house rules"),
        show_default=False,
        callback=_adopt,
        is_eager=True,
    ),
]
Out = Annotated[Path, typer.Option("-o", "--output", help=tr("the picture: .svg or .png"), show_default=False)]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"movetray {version('movetray')}")
        raise typer.Exit


@app.callback()
def _everything(
    _: Annotated[
        bool, typer.Option("--version", help=tr("the version, and nothing else"), callback=_version, is_eager=True)
    ] = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    if lang:
        os.environ["MOVETRAY_LANG"] = lang


@app.command(
    help=tr("Play situation files and compare what they expect; 1 if something differs, 2 if one is no such file.")
)
def check(files: Files, json: Json = False, lang: Lang = None, _house: House = None) -> None:
    from movetray.cli.checking import check_all

    raise typer.Exit(check_all(files, json, lang))


@app.command(help=tr("Say whether the steps of a file are legal, and why."))
def judge(
    file: File,
    step: StepNumber = None,
    json: Json = False,
    record: Annotated[
        Path | None, typer.Option("--record", help=tr("keep what is played as a match file"), show_default=False)
    ] = None,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.judging import judge_file

    judge_file(file, step, json, record, lang)


@app.command(help=tr("Ask a question about a table: 'reach model=a as=run', 'distance from=a to=e'."))
def ask(
    file: File,
    question: Annotated[str, typer.Argument(help=tr("its name, and key=value for each of its fields"))],
    step: Annotated[int | None, typer.Option("--step", help=tr("after this step; 0 is before all, the default"))] = 0,
    json: Json = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.asking import ask_file

    ask_file(file, question, step or 0, json, lang)


@app.command(help=tr("Draw a table, or a step with its path and its reasons where they are."))
def draw(
    file: File,
    output: Out,
    step: Annotated[
        int | None, typer.Option("--step", help=tr("this step; 0 the table as set up; the last step by default"))
    ] = None,
    window: Annotated[
        str | None, typer.Option("--window", help=tr("the part x0,y0,x1,y1 in inches"), show_default=False)
    ] = None,
    level: Annotated[
        float | None, typer.Option("--level", help=tr("the plan of one level, so many inches up"), show_default=False)
    ] = None,
    levels: Annotated[
        bool, typer.Option("--levels", help=tr("a plan of every level that models stand on or the way leads over"))
    ] = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.picturing import draw_file

    draw_file(file, output, step, window, level, levels, lang)


@app.command(help=tr("Put the moves of a file to several rule sets: what each says side by side, and why."))
def compare(
    file: File,
    rules: Annotated[
        str | None, typer.Option("--rules", help=tr("their ids, as in a,b; all by default"), show_default=False)
    ] = None,
    step: StepNumber = None,
    json: Json = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.comparing import compare_file

    compare_file(file, rules, step, json, lang)


@app.command(help=tr("List the rule sets, or the clauses and options of one; `table` lists the shared clauses."))
def rules(
    name: Annotated[str | None, typer.Argument(metavar="[ID]", help=tr("a rule set, or `table`"))] = None,
    json: Json = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.listing import list_rules

    list_rules(name, json, lang)


@app.command(help=tr("Print the JSON Schema of situation files, or of what the server says and hears."))
def schema(
    wire: Annotated[bool, typer.Option("--wire", help=tr("the messages of the websocket"))] = False,
    http: Annotated[bool, typer.Option("--http", help=tr("the OpenAPI description of the server"))] = False,
) -> None:
    from movetray.cli.listing import print_schema

    print_schema("wire" if wire else "http" if http else "situation")


@app.command(help=tr("Judge a match file again, entry by entry; name the first line that differs."))
def verify(
    file: Annotated[Path, typer.Argument(help=tr("a match file"))],
    json: Json = False,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.records import verify_file

    raise typer.Exit(verify_file(file, json, lang))


@app.command(help=tr("Tell a match file again, line by line."))
def replay(
    file: Annotated[Path, typer.Argument(help=tr("a match file"))],
    output: Annotated[Path | None, typer.Option("-o", "--output", help=tr("also draw the table at the end"))] = None,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.records import replay_file

    replay_file(file, output, lang)


@app.command(help=tr("Judge a situation, explain it, and draw it on a page: without a file, one that comes along."))
def play(
    file: Annotated[Path | None, typer.Argument(help=tr("a situation file"), show_default=False)] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=tr("the page (.html)"), show_default=False)
    ] = None,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help=tr("open the page where there is a screen"))] = True,
    lang: Lang = None,
    _house: House = None,
) -> None:
    from movetray.cli.judging import play_file

    play_file(file, output, open_it, lang)


@app.command(help=tr("Serve tables for several people: everything stays on this machine unless --host says otherwise."))
def serve(
    host: Annotated[str, typer.Option("--host", help=tr("the address to listen at"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help=tr("the port"), min=0, max=65535)] = 8420,
    database: Annotated[Path, typer.Option("--db", help=tr("the file that keeps the matches"))] = Path("movetray.db"),
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help=tr("a page from elsewhere that may come in"), show_default=False),
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open/--no-open", help=tr("open the page where there is a screen"))
    ] = False,
    lang: Lang = None,
) -> None:
    from movetray.cli.serving import serve_at

    serve_at(host, port, database, origin or [], lang, open_it)


def main() -> None:
    """The console script."""
    from movetray.cli.failure import one_line

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks a sign shows another one
            stream.reconfigure(errors="replace")
    with one_line():
        sys.exit(app(sys.argv[1:] or ["--help"], prog_name="movetray", standalone_mode=False))
