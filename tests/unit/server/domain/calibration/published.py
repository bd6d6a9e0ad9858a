"""Response patterns of the LSAT, published in Bock & Lieberman (1970), Psychometrika 35(2), 179–197.

The five items of section 6 and of section 7, 1,000 test-takers each; the patterns from 00000 to 11111 in
order.
"""

from itertools import product

from webdev_certs.server.domain.calibration import Responses

_PATTERNS = list(product([0, 1], repeat=5))
_SECTION_6 = [3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15]
_SECTION_6 += [10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298]
_SECTION_7 = [12, 19, 1, 7, 3, 19, 3, 17, 10, 5, 3, 7, 7, 23, 8, 28]
_SECTION_7 += [7, 39, 11, 34, 14, 51, 15, 90, 6, 25, 7, 35, 18, 136, 32, 308]

LSAT6 = Responses.of(_PATTERNS, weights=_SECTION_6)
LSAT7 = Responses.of(_PATTERNS, weights=_SECTION_7)
