"""Views: the same parts for a terminal and a notebook, and data made only for those who ask."""

from arcwise.explorer.cli import present as present_module
from arcwise.explorer.cli.present import present
from arcwise.explorer.html.markup import join
from arcwise.explorer.notebook import to_html
from arcwise.rules.view import Heading, Lines, Sentence, Table, View

PARTS = (Heading("one < two\n"), Lines(" 1 2\n   3"), Table(("a",), [("x & y",)]), Sentence("yes"))


def test_parts_are_for_people_and_data_for_programs_and_neither_is_made_for_the_other(
    capsys, monkeypatch
):
    monkeypatch.setattr(present_module, "WARNINGS", [])
    made = []

    def parts():
        made.append("parts")
        yield Lines("board")

    def data():
        made.append("data")
        return {"n": 1}

    view = View(parts, data)
    present(view)
    present(view)
    assert (capsys.readouterr().out, made) == ("board\nboard\n", ["parts"])
    present(view, as_json=True)
    assert (capsys.readouterr().out, made) == ('{"n": 1}\n', ["parts", "data"])


def test_a_notebook_shows_the_parts_that_a_terminal_prints(capsys):
    view = View(PARTS, {})
    present(view)
    printed = capsys.readouterr().out
    assert all(words in printed for words in ("one < two", " 1 2\n   3", "x & y", "yes"))
    shown = to_html(view)
    assert "<p>one &lt; two</p><pre> 1 2\n   3</pre><table>" in shown
    assert "x &amp; y" in shown and shown.endswith("<p>yes</p>")


def test_a_page_and_a_notebook_have_their_tables_from_one_function():
    table = Table(("name", "expanded"), [("two\nlines", "<1>")])
    framed, alone = join(table), to_html(table)
    for shown in (framed, alone):
        assert (
            "two<br>lines</th>" in shown and "&lt;1&gt;</td>" in shown and "States whose" in shown
        )
    assert "Copy table" in framed and "Copy table" not in alone
