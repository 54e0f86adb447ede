"""What stands around the text of every page: the header's signs, the chosen colours, the search, and no byte twice."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import markdown
import pytest
from conftest import Pages, at_rest, serving
from hypothesis import given
from hypothesis.strategies import lists, sampled_from, text
from playwright.sync_api import expect

from generator.site.assets import shortened
from generator.site.blocks import WholeBlocks
from generator.site.build import finish_frame, finished, render, without_blanks

SCHEME = "document.body.dataset.mdColorScheme"


@pytest.fixture(scope="module")
def framed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A site of two pages with the frame of the real one, in a folder of its host: the folder and its URL."""
    place = tmp_path_factory.mktemp("framed")
    docs, site = place / "docs", place / "host" / "dossier"
    (docs / "far").mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n\nNothing.\n", encoding="utf-8")
    (docs / "far" / "index.md").write_text(
        "# Far away\n\nA *zeppelin*.\n\n```\none\n\n\n  two\n```\n", encoding="utf-8"
    )
    shutil.copytree(root / "site_templates" / "assets", docs / "assets" / "dossier")
    render(root, docs, site, [{"Home": "index.md"}, {"Far": "far/index.md"}])
    settings = {}
    for page in site.rglob("*.html"):
        html, settings[page] = finished(page.read_text(encoding="utf-8"))
        page.write_text(html, encoding="utf-8")
    finish_frame(site, settings[site / "index.html"])
    with serving(place / "host") as url:
        yield site, url + "dossier/"


def test_blanks_go_and_what_is_written_stays() -> None:
    """Blank lines and indents go; spaces within a line stay, and so does all of pre, textarea and script."""
    kept = '<pre class="x">\n\n  a\n</pre>', "<textarea>\n\n b</textarea>", "<script>\n\n  c\n</script>"
    given = "  \n\n<p>\n    one <b> two </b>\n\n" + "\n \n".join(kept) + "\n\n</p>\n"
    assert "\n<p>\none <b> two </b>\n" + "\n".join(kept) + "\n</p>\n" == without_blanks(given)


@given(text(" \n\ta<>"))
def test_any_blanks_go_as_one_line_end(html: str) -> None:
    """Each run of blanks with a line end in it is one line end, wherever it begins."""
    runs = re.split(r"([ \n\t]+)", html)
    assert "".join("\n" if "\n" in run and run.isspace() else run for run in runs) == without_blanks(html)


_LINES = (
    "# Head {#head}",
    "",
    "<div>",
    '<div class="a">',
    "</div>",
    "<p>one *two*</p>",
    "<p>&#43;3 <b>three</b></p>",
    "<section><div>",
    "</div></section>",
    "a *word* of <i>mine</i>",
    "<hr>",
    "<p>in</p> line",
)


@given(lists(sampled_from(_LINES)))
def test_blocks_set_aside_are_what_markdown_leaves(lines: list[str]) -> None:
    """Blocks of HTML come out of a page as they do where Markdown reads every tag, wherever they end, or don't."""
    page = "\n".join(lines)
    made = [without_blanks(markdown.markdown(page, extensions=["attr_list", *more])) for more in ([], [WholeBlocks()])]
    assert made[0] == made[1]


def test_comments_go_and_code_stays() -> None:
    """Comments on lines of their own and types go, with indentation and spaces beside signs. Others in a line of code
    stay, and so does what merely looks like one, and every text.
    """
    given = """// @ts-check
/**
 * Says what it does.
 */

import { a } from "./a.js"; // why

  /** @type {A | null} */
  const url = "https://x/*y*/";
    /** @type {any} */ (a)?.focus();
  const said = [`${ a } = b, c`, { b: "x = 1, y", "c": 'd = e' }];
  const two = { b: "x = 1, y", c: x => x >= 1 && y - 1 }
  return 4 / 2 // half
"""
    assert (
        'import { a } from "./a.js"; // why\nconst url="https://x/*y*/";(a)?.focus();const said = [`${ a } = b, c`, {'
        ' b: "x = 1, y", "c": \'d = e\' }];\nconst two={b:"x = 1, y",c:x=>x>=1&&y-1}\nreturn 4 / 2 // half\n'
        == shortened(given)
    )


def test_no_text_of_a_script_goes_over_lines_or_has_a_type_in_it(root: Path) -> None:
    """A template literal ends in the line where it begins, or goes on within `${}`, and no text has a type in it:
    indentation and types can go without changing a text.
    """
    for script in (root / "site_templates" / "assets").glob("*.js"):
        text = re.sub(r"(?m)^\s*(//|\*|/\*).*$", "", script.read_text(encoding="utf-8")).replace("\\`", "")
        for line in text.splitlines():
            assert line.count("`") % 2 == 0 or line.endswith("${") or "}`" in line, f"{script.name}: {line.strip()}"
            for type_ in re.finditer(r"/\*\* @", line):
                before = shortened(line[: type_.start()])
                in_template = before.count("`") % 2 and "${" not in before.rpartition("`")[2]
                assert before.count('"') % 2 == 0 and not in_template, f"{script.name}: {line.strip()}"


def test_pages_do_not_repeat_what_is_the_same(framed: tuple[Path, str]) -> None:
    """No page holds a drawing of the header, a script or the settings of Material."""
    site, _ = framed
    for page in ("index.html", "far/index.html", "404.html"):
        html = (site / page).read_text(encoding="utf-8")
        assert ("<svg" in html, "__config" in html, "<script>" in html) == (False, False, False)
    assert "one\n\n\n  two" in (site / "far/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_every_sign_of_the_header_is_drawn(new_page: Pages, framed: tuple[Path, str], width: int) -> None:
    """Whatever is shown of the header's buttons has a box with a sign of its own, in the colour of the text."""
    _, url = framed
    page = new_page(width, 844)
    page.goto(url + "far/")
    page.locator("[for=__palette_1]").wait_for()
    signs = page.evaluate(
        """() => [...document.querySelectorAll(".md-header__button")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > 0)
      .map((each) => getComputedStyle(each, "::before"))
      .map(({ maskImage, width, height, backgroundColor, color }) => [maskImage, parseInt(width), parseInt(height), backgroundColor === color])"""  # noqa: E501
    )
    assert len(signs) >= (2 if width == 1280 else 3)
    assert len({mask for mask, *_ in signs}) == len(signs)
    assert all(mask.startswith('url("data:') and (24, 24, True) == (*size, inked) for mask, *size, inked in signs)


@pytest.mark.parametrize("far", ["far/", "no/such/page/"])
def test_the_search_knows_where_the_site_begins(new_page: Pages, framed: tuple[Path, str], far: str) -> None:
    """From a page at any depth, the one that does not exist too, the search asks for the data of this site, when it has
    the focus.
    """
    site, url = framed
    page = new_page()
    shutil.copytree(site / "far", site / "no/such/page", dirs_exist_ok=True)
    (site / "no/such/page/index.html").write_text(
        (site / "404.html").read_text(encoding="utf-8").replace('="/', '="/dossier/'), encoding="utf-8"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/data/search.json", lambda route: route.fulfill(json={}))
    page.goto(url + far)
    at_rest(page)
    assert not [each for each in asked if "search.json" in each]
    with page.expect_request("**/data/search.json") as request:
        page.locator(".site-search input").focus()
    assert f"{url}data/search.json" == request.value.url


def test_the_chosen_colours_come_before_the_first_paint(new_page: Pages, framed: tuple[Path, str]) -> None:
    """Dark, once chosen, is there on the next page before Material's script is, and where that never comes."""
    _, url = framed
    page = new_page(scheme="light")
    page.goto(url)
    for name in ("Light or dark as the system has it; change to light", "Light; change to dark"):
        page.get_by_title(name).click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.route("**/bundle.*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(url + "far/")
    assert "slate" == page.evaluate(SCHEME)


@pytest.mark.parametrize(("scheme", "expected"), [("light", "default"), ("dark", "slate")])
def test_without_a_choice_the_system_decides(
    new_page: Pages, framed: tuple[Path, str], scheme: str, expected: str
) -> None:
    """The colours of the system hold at the first visit, too, before Material's script."""
    _, url = framed
    page = new_page(scheme=scheme)
    page.route("**/bundle.*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(url)
    assert expected == page.evaluate(SCHEME)
