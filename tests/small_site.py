"""A site of a few pages with our real scripts, styles and data, written without MkDocs: for tests of the scripts
alone.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from html import escape
from pathlib import Path

import material

from generator.catalog.catalog import Catalog
from generator.search.index import ordered_documents
from generator.search.pack import for_browser
from generator.search.synonyms import read_synonyms
from generator.site import links
from generator.site.book import Book
from generator.site.card_index import card_index
from generator.site.card_pages import groups_of
from generator.site.faces import face
from generator.site.findable import documents
from generator.site.offline import Kept, precache
from generator.site.search_page import DATA
from generator.site.writer import Writer

ASSETS = Path(__file__).resolve().parent.parent / "site_templates/assets"
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>
<link rel="icon" href="{base}assets/dossier/icon.svg"><link rel="stylesheet" href="{base}assets/main.css">
<link rel="stylesheet" href="{base}assets/dossier/dossier.css"><link rel="stylesheet" href="{base}assets/dossier/card-browser.css">
</head><body data-md-color-scheme="default"><main class="md-content"><article class="md-content__inner md-typeset">
<h1>{title}</h1>
{body}
</article></main>{scripts}</body></html>
"""  # noqa: E501


def write_page(site: Path, url: str, title: str, body: str, *scripts: str) -> None:
    """Write the page at `url` of the site; `body` is HTML, scripts are names of assets."""
    # Like MkDocs: the page for what is missing is shown at any depth.
    base = "/" if url == "404.html" else "../" * url.count("/")
    sources = "".join(f'<script type="module" src="{base}{links.ASSETS}{name}"></script>' for name in scripts)
    target = site / url / "index.html" if not url.endswith(".html") else site / url
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_PAGE.format(title=escape(title), base=base, body=body, scripts=sources), encoding="utf-8")


def card_list(catalog: Catalog) -> str:
    """The list of all cards as its template writes it: what the card browser finds in the page."""
    with tempfile.TemporaryDirectory() as folder:
        sets = [(each, groups) for each in catalog.sets if (groups := groups_of(each, catalog.cards))]
        writer = Writer(Book(catalog), ASSETS.parent, Path(folder))
        writer.page(links.CARDS, "cards.md.j2", title="Cards", description="", sets=sets)
        page = (Path(folder) / links.source_of(links.CARDS)).read_text(encoding="utf-8")
    return page[page.index("<div") :]


def write_small_site(site: Path, catalog: Catalog) -> Kept:
    """Write home, the card browser, every card with its face, and a page for what is missing; answer what is kept
    offline.
    """
    shutil.copytree(ASSETS, site / links.ASSETS, ignore=shutil.ignore_patterns("sw.js"))
    styles = Path(material.__file__).parent / "templates/assets/stylesheets"
    shutil.copyfile(next(styles.glob("main.*.css")), site / "assets/main.css")
    (site / "data").mkdir()
    (site / "data/card-index.json").write_text(json.dumps(card_index(catalog)), encoding="utf-8")
    there = ordered_documents(documents(Book(catalog)))
    synonyms, known = read_synonyms(ASSETS.parent.parent, catalog), {f"{each.kind}/{each.id}" for each in there}
    named = {part: {key: each for key, each in synonyms[part].items() if key in known} for part in ("names", "wanted")}
    (site / DATA).write_text(json.dumps(for_browser(there, {**synonyms, **named})), encoding="utf-8")
    for record in catalog.cards:
        url, name = links.card_url(record.id), record.card.name
        write_page(
            site,
            url,
            name,
            f'<p>About {escape(name)}. <a href="../the-mafia/">The Mafia</a></p>',
            "preview.js",
            "offline.js",
        )
        (site / links.face_url(record.id)).write_text(
            face(record.card, catalog.ruleset(record.card.game)), encoding="utf-8"
        )
    write_page(site, links.CARDS, "Cards", card_list(catalog), "card-browser.js", "preview.js", "offline.js")
    mafia, sharks = links.card_url("deluxe/the-mafia"), links.card_url("deluxe/loan-sharks")
    home = (
        f'<p><a id="cards" href="{links.CARDS}">Cards</a> <a id="mafia" href="{mafia}">The Mafia</a> '
        f'<a id="standing" href="{links.card_url("inwo/the-mafia")}">The Mafia of INWO</a> '
        f'<a id="picture" href="{mafia}"><img src="{mafia}face.svg" alt="The Mafia" width="70" height="50"></a></p>'
        f'{"<br>" * 90}<p><a id="sharks" href="{sharks}#ability-1">→ Loan Sharks</a></p>'
    )
    write_page(site, "", "Dossier", home, "preview.js", "offline.js")
    write_page(site, "404.html", "There is no such page", "<p>Not here.</p>")
    return precache(site, ASSETS)[0]
