"""`python -m benchmarks` prints every figure as one JSON line; with `pages`, only those of the pages."""

import sys

from benchmarks import answers, credentials, home_page, lighthouse, measurement, secrecy, verify, verify_scale
from benchmarks.certificates import issue_certificates
from benchmarks.product import Unmeasurable, prepare, served


def main(only: str = "") -> int:
    """Measure everything; return 1 if a figure cannot be measured.

    Args:
        only: `pages` measures what the browser loads and shows, and nothing else.
    """
    try:
        if only:
            prepare()
            with served():
                _measure_pages(issue_certificates())
            return 0
        measurement.measure()
        prepare()
        credentials.measure()
        numbers = issue_certificates()
        with served():
            _measure_pages(numbers)
            answers.measure()
        with served(verify.SERVE):
            verify.measure(numbers)
        with served(secrecy.SERVE):
            secrecy.measure()
        verify_scale.measure()
    except Unmeasurable as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


def _measure_pages(numbers: list[str]) -> None:
    home_page.measure()
    lighthouse.measure(numbers[0])


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["pages"]):
        sys.exit("usage: python -m benchmarks [pages]")
    sys.exit(main(*sys.argv[1:]))
