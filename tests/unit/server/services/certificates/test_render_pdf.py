"""The certificate as a PDF: names, facts, links to its verification, and what it says about the test."""

import re
from dataclasses import replace
from fnmatch import fnmatch
from io import BytesIO
from itertools import pairwise
from typing import Any

import pypdf
import pytest
import segno
from fontTools.ttLib import TTFont

from tests.records import NUMBER, certificate
from webdev_certs.schemas.certificates import Paper
from webdev_certs.server.services.certificates.render_fonts import SERIF, fonts_for
from webdev_certs.server.services.certificates.render_pdf import Meaning, draw_pdf
from webdev_certs.shared.translation import in_language

CREDENTIAL = '{"name":"Certified","issuer":"Ω"}'
TOPICS = ("Components and JSX", "State and rendering", "Effects")
MEANING = Meaning(cut_score=550, least=20, most=40, minutes=60, topics=TOPICS)
URL = f"http://certs.test/verify/{NUMBER}"


def document(paper: Paper = "a4", meaning: Meaning | None = MEANING, **changes: Any) -> pypdf.PdfReader:
    content = draw_pdf(certificate(**changes), CREDENTIAL, meaning, paper)
    return pypdf.PdfReader(BytesIO(content))


def test_the_document_is_one_a4_landscape_page_with_title_and_language():
    pdf = document()
    (page,) = pdf.pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    assert pdf.xmp_metadata
    assert pdf.xmp_metadata.dc_title == {"x-default": "Certified React Developer – Ada Lovelace"}
    assert pdf.root_object["/Lang"] == "en"


def test_the_document_is_in_english_whoever_asks_for_it():
    english = document().pages[0].extract_text()
    assert "March\u00a02,\u00a02028" in english
    with in_language("de"):
        assert document().pages[0].extract_text() == english


def test_letter_paper_has_the_same_content():
    pdf = document("letter")
    (page,) = pdf.pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (792, 612)
    assert page.extract_text().split() == document().pages[0].extract_text().split()


def test_the_credential_is_attached_to_an_archival_document():
    pdf = document()
    assert pdf.attachments == {f"{NUMBER}.json": [CREDENTIAL.encode()]}
    # pypdf types all values as their base class.
    root: Any = pdf.root_object
    page: Any = pdf.pages[0]
    (file,) = root["/AF"]
    assert file.get_object()["/AFRelationship"] == "/Alternative"
    assert file.get_object()["/EF"]["/F"]["/Subtype"] == "/application/ld+json"
    (intent,) = root["/OutputIntents"]
    assert intent.get_object()["/S"] == "/GTS_PDFA1"
    xmp = root["/Metadata"].get_object().get_data().decode()
    assert re.search(r"pdfaid:part[>=\"]+3\b", xmp)
    assert re.search(r"pdfaid:conformance[>=\"]+U\b", xmp)
    resources = page["/Resources"]["/Font"]
    for font in resources.values():
        descendant = font.get_object()["/DescendantFonts"][0].get_object()
        assert "/FontFile2" in descendant["/FontDescriptor"].get_object()


def test_the_score_is_printed_only_if_shared():
    assert "612" not in document().pages[0].extract_text()
    assert "612" in document(score_public=True).pages[0].extract_text()


def test_links_lead_to_the_verification_page():
    # pypdf types the entry as any PDF object; here it is an array.
    annotations = [link.get_object() for link in document().pages[0]["/Annots"]]  # type: ignore[union-attr]
    assert {link["/A"]["/URI"] for link in annotations} == {URL}
    assert len(annotations) == 2


def test_the_qr_code_contains_the_url(monkeypatch: pytest.MonkeyPatch):
    drawn: list[segno.QRCode] = []
    make = segno.make_qr

    def remember(content: str, error: str) -> segno.QRCode:
        assert content == URL
        drawn.append(make(content, error=error))
        return drawn[0]

    monkeypatch.setattr(segno, "make_qr", remember)
    boxes: list[tuple[float, ...]] = []
    (page,) = document().pages

    def operation(operator, operands, *_rest):
        if operator == b"re":
            boxes.append(tuple(map(float, operands)))

    page.extract_text(visitor_operand_before=operation)
    matrix = [list(row) for row in drawn[0].matrix]
    runs = sum(
        1 for row in matrix for place, dark in enumerate(row) if dark and (place == 0 or not row[place - 1])
    )
    # Two rectangles of the frame, and one for each run of dark modules in a row.
    assert len(boxes) == runs + 2


@pytest.mark.parametrize(
    ("name", "font"),
    [
        ("Μαρία Παπαδοπούλου", "SourceSerifPro-Regular"),
        ("Алексей Достоевский", "SourceSerifPro-Regular"),
        ("Nguyễn Thị Ánh", "SourceSerifPro-Regular"),
        ("王 小明", "NotoSansCJK-2"),
        ("さくら", "NotoSansCJK-0"),
        ("김민수", "NotoSansCJK-1"),
        ("محمد", "NotoSansArabic"),
        ("שרה", "NotoSansHebrew"),
        ("नरेंद्र", "NotoSansDevanagari"),
        ("สมชาย", "NotoSansThai"),
        ("გიორგი", "NotoSansGeorgian"),
        ("Արմեն", "NotoSansArmenian"),
        ("অমিত", "NotoSansBengali"),
        ("መስፍን", "NotoSansEthiopic"),
        ("અમિત", "NotoSansGujarati"),
        ("ਅਮਿਤ", "NotoSansGurmukhi"),
        ("ಅಮಿತ್", "NotoSansKannada"),
        ("សុខា", "NotoSansKhmer"),
        ("ສົມ", "NotoSansLao"),
        ("അമിത്", "NotoSansMalayalam"),
        ("အောင်", "NotoSansMyanmar"),
        ("ଅମିତ", "NotoSansOriya"),
        ("නිමල්", "NotoSansSinhala"),
        ("குமார்", "NotoSansTamil"),
        ("కుమార్", "NotoSansTelugu"),
        # Not in Unicode's first 65,536 characters.
        ("𠮷", "NotoSansCJK-2"),
    ],
)
def test_names_in_every_script_are_printed(name: str, font: str, caplog: pytest.LogCaptureFixture):
    kept, fonts = fonts_for(name)
    assert kept == name
    assert [chosen.name for chosen in fonts] == [font]
    document(holder_name=name)
    # fpdf2 warns of every character that it prints as a box.
    assert not caplog.records


def test_a_name_may_mix_scripts(caplog: pytest.LogCaptureFixture):
    kept, fonts = fonts_for("김민수 (Minsu Kim)")
    assert kept == "김민수 (Minsu Kim)"
    assert [font.name for font in fonts] == [SERIF.name, "NotoSansCJK-1"]
    assert "Minsu Kim" in document(holder_name="김민수 (Minsu Kim)").pages[0].extract_text()
    assert not caplog.records


def test_characters_that_no_font_has_are_left_out():
    assert fonts_for("Ada \U0001bc00 Lovelace") == ("Ada Lovelace", [SERIF])
    assert "verification page" in document(holder_name="\U0001bc00").pages[0].extract_text()


@pytest.mark.parametrize(
    ("word", "length"),
    [
        *(("Wolfeschlegelstein ", 30), ("Wolfeschlegelstein ", 60), ("Wolfeschlegelstein ", 120)),
        *(("Wolfeschlegelstein", 60), ("Wolfeschlegelstein", 120), ("王", 120)),
    ],
)
def test_long_names_shrink_and_wrap_within_their_space(word: str, length: int):
    name = (word * length)[:length].strip()
    # pypdf reads the two bytes of a Chinese character as a zero and the character.
    text = document(holder_name=name).pages[0].extract_text().replace("\0", "")
    assert "".join(name.split()) in "".join(text.split())


def test_long_titles_shrink():
    title = "Certified Developer of " + "Very " * 15 + "Large Things"
    assert title in document(title=title).pages[0].extract_text()


def test_fonts_are_in_the_package_with_their_license():
    license_text = SERIF.path.with_name("OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in license_text
    for path in SERIF.path.parent.glob("*.tt[fc]"):
        with TTFont(path, fontNumber=0, lazy=True) as font:
            assert "SIL Open Font License" in (font["name"].getDebugName(13) or ""), path.name
            # The license file names the owner of each font.
            copyright_line = font["name"].getDebugName(0) or ""
            owner = next((name for name in ("Adobe", "Inter") if name in copyright_line), None)
            holder = owner or "Noto Project|Google"
        entry = next(line for line in license_text.splitlines() if fnmatch(path.name, line.split(":")[0]))
        assert re.search(holder, entry), path.name


def test_all_text_is_tagged_in_reading_order():
    tree: Any = document().root_object["/StructTreeRoot"]
    kinds = [kid.get_object()["/S"] for kid in tree["/K"][0].get_object()["/K"]]
    assert kinds[:5] == ["/Figure", "/P", "/H1", "/P", "/P"]
    assert kinds.count("/H1") == 1
    # The topics with their label, three facts with a label each, the sentence about verification with its
    # URL, and three lines about the test.
    assert kinds[-15:].count("/P") >= 13
    content = document().pages[0].get_contents()
    assert content is not None
    data = content.get_data()
    outside = re.sub(rb"BDC.*?EMC", b"", data, flags=re.DOTALL)
    assert re.search(rb"T[jJ]\b", data)
    assert not re.search(rb"T[jJ]\b", outside), "text outside of any tag"


# What it says about the test

# As `MARGIN` of the page, in points.
MARGIN = 30 / 25.4 * 72


def words(**changes: Any) -> str:
    """Return the text of a document with one space between words."""
    return " ".join(document(**changes).pages[0].extract_text().split())


def meaning(*topics: str) -> Meaning:
    return replace(MEANING, topics=topics)


def test_the_topics_and_the_meaning_are_printed():
    text = words()
    assert f"Topics of the test {' · '.join(TOPICS)}" in text
    assert "at least 550 points on a scale from 200 to 800" in text
    assert "20 to 40 questions in 60 minutes" in text
    assert "adaptive" in text
    assert "not supervised" in text
    assert "Nobody checked an identity document" in text


def test_a_withheld_name_is_not_explained():
    text = words(name_public=False)
    assert "not supervised" in text
    assert "identity document" not in text


def test_without_a_meaning_neither_is_printed():
    text = words(meaning=None)
    assert "Ada Lovelace" in text
    for absent in ("Topics", "points", "adaptive", "supervised", "identity"):
        assert absent not in text


@pytest.mark.parametrize("topics", [(), ("\U0001bc00",)], ids=["none", "no font"])
def test_without_topics_only_the_meaning_is_printed(topics: tuple[str, ...]):
    text = words(meaning=meaning(*topics))
    assert "Topics" not in text
    assert "550 points" in text


def test_topics_in_other_scripts_are_printed(caplog: pytest.LogCaptureFixture):
    assert "状態 · Effects" in words(meaning=meaning("状態", "Effects")).replace("\0", "")
    # fpdf2 warns of every character that it prints as a box.
    assert not caplog.records


def test_only_as_many_topics_are_named_as_there_is_space_for():
    text = words(meaning=meaning(*(f"Topic {number}" for number in range(1, 26))))
    assert text.count("Topic ") == 20
    assert "Topic 20 · and 5 more" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["Ada Lovelace", "Wolfeschlegelstein " * 6])
@pytest.mark.parametrize(
    "topics",
    [TOPICS, [f"A rather long title of topic number {n}" for n in range(20)], ["Very " * 60 + "long"]],
    ids=["few", "many", "long"],
)
def test_all_lines_have_their_space_on_the_page(paper: Paper, name: str, topics: list[str]):
    (page,) = document(paper, meaning(*topics), holder_name=name.strip(), score_public=True).pages
    tops: dict[float, str] = {}

    def visit(text: str, _ctm: Any, matrix: list[float], _font: Any, size: float) -> None:
        if text.strip():
            assert MARGIN - 1 <= matrix[4] < page.mediabox.width - MARGIN
            tops.setdefault(round(matrix[5], 1), text)

    page.extract_text(visitor_text=visit)
    lines = sorted(tops, reverse=True)
    heading, facts = (
        next(top for top in lines if tops[top].startswith(start))
        for start in ("Topics", "Certificate number")
    )
    between = [top for top in lines if heading > top > facts]
    assert between
    assert between[-1] - facts > 12
    assert all(above - below > 5 for above, below in pairwise(lines))
    assert lines[-1] > MARGIN / 2
