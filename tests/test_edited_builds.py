"""A build that takes from the last one makes what a clean build makes, whatever was edited."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from edited_builds import EDITS, compare, made, make_project
from hypothesis import settings

from generator.site import build as builds
from generator.site.build import build_site

SOAKING = settings.default is not None and settings.default.max_examples > 1_000


def test_edited_projects_are_built_as_if_anew(tmp_path: Path) -> None:
    """Edits at random, each followed by a build and by a clean build of a copy: the whole site, the database and the
    index are the same, and so are the problems of edits that spoil something. 8 edits; 60 in `make soak`.
    """
    chance = random.Random(14)
    many = 60 if SOAKING else 8
    edits = [*chance.sample(EDITS, min(many, len(EDITS))), *(chance.choice(EDITS) for _ in range(many - len(EDITS)))]
    said = compare(tmp_path, iter(edits), chance)
    assert [] == [line for line in said if "WRONG" in line], "\n".join(said)


def rendered(folder: Path) -> int:
    """Build; answer how many pages were rendered."""
    return build_site(folder).rendered


def packs(folder: Path) -> dict[str, int]:
    """The packs of a site, each with the number of its file."""
    return {path.name: path.stat().st_ino for path in (folder / "site/packs").iterdir()}


def test_as_little_is_made_as_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing changed: nothing is even planned. A style: no page. The words of a section: its page and those that show
    it, and the packs that have them; the others are the same files. A page's template: the pages that have it. A card:
    not the pages of rulings that do not name it; of a remark on it no ruling knows.
    """
    folder = tmp_path / "project"
    make_project(folder)
    everything = rendered(folder)
    pages = build_site(folder).pages
    assert pages == everything

    def change(path: str, old: str, new: str) -> int:
        text = (folder / path).read_text(encoding="utf-8")
        assert old in text
        (folder / path).write_text(text.replace(old, new, 1), encoding="utf-8")
        return rendered(folder)

    assert 0 == change("site_templates/assets/dossier.css", "\n", "\n/* new */\n")
    assert 7 == change("site_templates/ruling.md.j2", "<div", "<p>New.</p>\n\n<div") + 3  # four rulings
    before = packs(folder)
    assert 1 == change("rules/toy/02-more.md", "More of", "Even more of")
    after = packs(folder)
    assert (before.items() & after.items()) == {(name, its) for name, its in after.items() if name in before}
    assert (True, True, True) == (
        bool(before.keys() & after.keys()),
        bool(before.keys() - after.keys()),
        bool(after.keys() - before.keys()),
    )
    assert change("cards/toy/more.yaml", "income: 1", "income: 3") < pages / 2
    with monkeypatch.context() as no_play:
        no_play.setattr("generator.site.played.run_seen", None)
        assert 1 == change("cards/toy/groups.yaml", "source: toy-poets", "remark: Liked.\n    source: toy-poets")
    with monkeypatch.context() as no_pages:
        no_pages.setattr("generator.site.book.Book", None)
        no_pages.setattr(builds, "render", None)
        assert 0 == change("site_templates/assets/site.js", "\n", "\nself.NEW = 1;\n")
    assert everything == change("site_templates/theme/partials/footer.html", "<footer", "<footer data-new")
    monkeypatch.setattr(builds, "_Build", None)
    assert 0 == rendered(folder)


def test_a_lost_store_loses_nothing(tmp_path: Path) -> None:
    """Without what was kept, or with a damaged store, everything is made again."""
    folder = tmp_path / "project"
    make_project(folder)
    everything = rendered(folder)
    (folder / "build/kept/kept.db").write_bytes(b"no database")
    assert everything == rendered(folder)
    assert 0 == rendered(folder)
    (folder / "site/index.html").unlink()
    assert 1 == rendered(folder)


def test_a_link_to_nothing_stops_the_build(tmp_path: Path) -> None:
    """A template that links a page that is not there, and an anchor that its page does not have."""
    folder = tmp_path / "project"
    make_project(folder)
    rendered(folder)
    about = folder / "site_templates/about.md.j2"
    text = about.read_text(encoding="utf-8")
    about.write_text(
        f'{text}\n<p><a href="../nowhere/">x</a> <a href="../errors/#no-such-code">y</a> <a href="#">z</a></p>\n',
        encoding="utf-8",
    )
    with pytest.raises(builds.BuildError) as error:
        build_site(folder)
    assert [
        "about/index.md:1:1: broken-page: the page links 'nowhere/', which is not there",
        "about/index.md:1:1: broken-page: the page links 'errors/#no-such-code', which is not there",
    ] == list(error.value.problems)


def test_a_site_is_made_of_the_last_but_one(tmp_path: Path) -> None:
    """Its folders are those of the last but one; what else lies there, or is another file now, is not taken; and what
    is somebody else's in the site is nowhere else.
    """
    folder = tmp_path / "project"
    make_project(folder)
    spare, style, clean = folder / "build/.spare-site", folder / "site_templates/assets/dossier.css", tmp_path / "clean"
    rendered(folder)
    first = (folder / "site/cards").stat().st_ino
    for said in ("one", "two", "three"):
        (folder / "site/mine").mkdir(exist_ok=True)
        (folder / "site/mine/notes.txt").write_text("Mine.\n", encoding="utf-8")
        if spare.is_dir():
            assert first in ((folder / "site/cards").stat().st_ino, (spare / "cards").stat().st_ino)
            (spare / "junk").mkdir()
            (spare / "junk/page.html").write_text("no page", encoding="utf-8")
            (spare / "index.html").unlink()
            (spare / "index.html").write_text("no home", encoding="utf-8")
        style.write_text(f"{style.read_text(encoding='utf-8')}/* {said} */\n", encoding="utf-8")
        assert 0 == rendered(folder)
        assert (spare / "cards").is_dir() and not (spare / "mine").exists()
    shutil.copytree(folder, clean, ignore=shutil.ignore_patterns("build", "site"))
    build_site(clean, clean=True)
    (folder / "site/mine/notes.txt").unlink()
    (folder / "site/mine").rmdir()
    assert made(folder) == made(clean)
    shutil.rmtree(spare)
    spare.symlink_to(tmp_path)  # somebody's folder is nothing to make a site of
    style.write_text(f"{style.read_text(encoding='utf-8')}/* four */\n", encoding="utf-8")
    rendered(folder)
    assert clean.is_dir()


def test_a_question_shows_the_cards_that_its_selector_means_now(tmp_path: Path) -> None:
    """Its file is as it was, and another one makes a card one of them."""
    folder = tmp_path / "project"
    make_project(folder)
    cards, page = folder / "cards/toy/more.yaml", folder / "site/faq/toy/attacks/index.html"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("[Weird]", "[Straight]"), encoding="utf-8")
    rendered(folder)
    assert ">Cooks<" not in page.read_text(encoding="utf-8")
    cards.write_text(text.replace("[Weird]", "[Straight]").replace("[Straight]", "[Weird]", 1), encoding="utf-8")
    rendered(folder)
    assert ">Cooks<" in page.read_text(encoding="utf-8")
