"""Calibration: item parameters from responses, how well they fit, and whether they have drifted."""

from webdev_certs.server.domain.calibration.em import WEAK, Calibration, Model, Parameters, Priors, calibrate
from webdev_certs.server.domain.calibration.responses import Responses

__all__ = ["WEAK", "Calibration", "Model", "Parameters", "Priors", "Responses", "calibrate"]
