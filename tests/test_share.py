"""What a link shows where it is shared: title, description and the picture of a card's face, made when the site has an
address.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from conftest import ROOT

from generator.catalog.catalog import Catalog
from generator.site import share
from generator.site.faces import face_of
from generator.site.offline import precache
from generator.site.share import HEIGHT, PICTURE_OF_SIGN, SIGN, NoFonts, draw_pictures, picture_name

CARDS = ("inwo/the-mafia", "inwo/bavarian-illuminati")


def finished(folder: Path, catalog: Catalog, address: str) -> Path:
    """A site with two cards, whose pages say what main.html makes them say."""
    for card in CARDS:
        record = next(record for record in catalog.cards if record.card.id == card)
        drawing = face_of(record, "INWO", catalog.ruleset(record.card.game))
        (folder / "cards" / card).mkdir(parents=True)
        (folder / "cards" / card / "face.svg").write_text(drawing, encoding="utf-8")
        image = f'<meta property="og:image" content="{address}cards/{card}/{picture_name(drawing)}">' if address else ""
        (folder / "cards" / card / "index.html").write_text(image, encoding="utf-8")
    (folder / SIGN).parent.mkdir(parents=True)
    (folder / SIGN).write_text((ROOT / "site_templates/assets/icon.svg").read_text(encoding="utf-8"), encoding="utf-8")
    image = f'<meta property="og:image" content="{address}{PICTURE_OF_SIGN.as_posix()}">' if address else ""
    (folder / "index.html").write_text(image, encoding="utf-8")
    return folder


def size(picture: Path) -> tuple[int, int]:
    """Width and height of a PNG."""
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n")
    return struct.unpack(">II", content[16:24])


def test_a_face_is_drawn_with_its_letters(tmp_path: Path, catalog: Catalog) -> None:
    """A card that stands is as high as one that lies is wide; the name and the numbers, in serif letters, are in the
    picture.
    """
    site = finished(tmp_path / "site", catalog, "https://dossier.example.org/")
    assert 3 == draw_pictures(site, tmp_path / "none")
    stands, lies = (next((site / "cards" / card).glob("share-*.png")) for card in CARDS)
    assert (round(HEIGHT * 5 / 7), HEIGHT) == size(stands)
    assert (HEIGHT, round(HEIGHT * 5 / 7)) == size(lies)
    assert (HEIGHT, HEIGHT) == size(site / PICTURE_OF_SIGN)
    drawing = (site / "cards" / CARDS[0] / "face.svg").read_text(encoding="utf-8")
    for words in ("The Mafia", "destroy Criminal Groups,"):
        assert words in drawing
        assert share._png(drawing.replace(f">{words}<", "><")) != stands.read_bytes()


def test_a_picture_that_is_right_is_taken_over(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a face that changed is drawn anew."""
    before = finished(tmp_path / "before", catalog, "https://dossier.example.org/")
    draw_pictures(before, tmp_path / "none")
    site = finished(tmp_path / "site", catalog, "https://dossier.example.org/")
    drawn = []
    monkeypatch.setattr(share, "_png", lambda drawing: drawn.append(drawing) or b"sign")
    assert 1 == draw_pictures(site, before) == len(drawn)  # our sign, which has no digest in its name
    for card in CARDS:
        (old,) = (before / "cards" / card).glob("share-*.png")
        assert old.read_bytes() == (site / "cards" / card / old.name).read_bytes()


def test_without_an_address_there_are_none(tmp_path: Path, catalog: Catalog) -> None:
    """A link has a picture only where the site knows its address."""
    site = finished(tmp_path / "site", catalog, "")
    assert 0 == draw_pictures(site, tmp_path / "none")
    assert not [*site.rglob("*.png")]


def test_pictures_are_not_kept_offline(tmp_path: Path, catalog: Catalog) -> None:
    """Who reads the site has the faces themselves."""
    site = finished(tmp_path / "site", catalog, "https://dossier.example.org/")
    draw_pictures(site, tmp_path / "none")
    precache(site, ROOT / "site_templates" / "assets")
    assert "face.svg" in (worker := (site / "sw.js").read_text(encoding="utf-8"))
    assert not re.search(r"share[\w-]*\.png", worker)


def test_a_machine_without_fonts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces without letters would be worse than none."""
    monkeypatch.setattr(share, "_drawn", lambda drawing, **how: b"nothing")
    share._families.cache_clear()
    with pytest.raises(NoFonts):
        share._png("<svg/>")
