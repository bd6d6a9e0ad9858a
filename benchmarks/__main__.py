"""`python -m benchmarks` prints every figure as one JSON line."""

import sys

from benchmarks import answers, credentials, home_page, lighthouse, measurement, secrecy, verify, verify_scale
from benchmarks.certificates import issue_certificates
from benchmarks.product import Unmeasurable, prepare, served


def main() -> int:
    """Measure everything; return 1 if a figure cannot be measured."""
    measurement.measure()
    try:
        prepare()
        credentials.measure()
        numbers = issue_certificates()
        with served():
            home_page.measure()
            lighthouse.measure(numbers[0])
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


if __name__ == "__main__":
    sys.exit(main())
