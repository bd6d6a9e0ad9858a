"""Choose fonts for a text: the preferred one where it has the letters, Noto for other scripts.

All fonts are under the SIL Open Font License 1.1, which is beside them in `webdev_certs/fonts`
(decision 0024).
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont


@dataclass(frozen=True)
class FontFile:
    """One font; `number` is its index in a font collection."""

    name: str
    path: Path
    number: int = 0


_FILES = Path(str(files("webdev_certs"))) / "fonts"


def _font(name: str) -> FontFile:
    return FontFile(name, _FILES / f"{name}.ttf")


SERIF = _font("SourceSerifPro-Regular")
SERIF_SEMIBOLD = _font("SourceSerifPro-Semibold")
SERIF_ITALIC = _font("SourceSerifPro-It")
SANS = _font("SourceSansPro-Regular")
SANS_SEMIBOLD = _font("SourceSansPro-Semibold")
INTER = _font("Inter-Regular")
INTER_SEMIBOLD = _font("Inter-SemiBold")

_SCRIPTS = tuple(
    # Noto Sans itself and Noto Emoji have characters of many scripts, so they come last.
    _font(name)
    for name in (*sorted(path.stem for path in _FILES.glob("NotoSans?*.ttf")), "NotoSans", "NotoEmoji")
)
_JAPANESE, _KOREAN, _CHINESE = (
    FontFile(f"NotoSansCJK-{number}", _FILES / "NotoSansCJK.ttc", number)
    for number in range(3)  # The collection's order: JP, KR, SC.
)


def fonts_for(text: str, preferred: FontFile = SERIF) -> tuple[str, list[FontFile]]:
    """Choose the fonts for a name or another text.

    Args:
        text: A text in any script.
        preferred: The font for all characters that it has.

    Returns:
        The text in NFC without the characters that no font has, and the fonts that together have all others.
        `preferred` comes first if it has any of the letters.
    """
    text = unicodedata.normalize("NFC", text)
    missing = {ord(character) for character in text}
    chosen: list[FontFile] = []
    for font in (preferred, *_SCRIPTS, _han_font(text)):
        covered = missing & _coverage(font)
        if any(not chr(code).isspace() for code in covered):
            chosen.append(font)
            missing -= covered
    kept = "".join(c for c in text if ord(c) not in missing or c.isspace())
    return " ".join(kept.split()), chosen


def covers(font: FontFile, character: str) -> bool:
    """Return whether a font has a character."""
    return ord(character) in _coverage(font)


def _han_font(text: str) -> FontFile:
    """Return the font with the Han characters of the country that the script of the name suggests."""
    for character in text:
        script = unicodedata.name(character, "").split(" ", 1)[0]
        if script in ("HIRAGANA", "KATAKANA"):
            return _JAPANESE
        if script == "HANGUL":
            return _KOREAN
    return _CHINESE


@lru_cache(maxsize=64)
def _coverage(font: FontFile) -> frozenset[int]:
    with TTFont(font.path, fontNumber=font.number, lazy=True) as opened:
        return frozenset(opened.getBestCmap() or ())
