"""Point threshold: the highest score wins once somebody has so many points at the end of a deal.

`high_score` with a threshold that cannot be left out.
"""

from __future__ import annotations

from .high_score import HighScore


class PointThreshold(HighScore):
    name = "point_threshold"
    threshold = "needed"
