"""How Hypothesis looks: at the same examples every time, or for new ones: `--hypothesis-profile=search`.

The tests read English, whatever the machine speaks."""

import os

from hypothesis import HealthCheck, settings

os.environ["TERMINUS_LANGUAGE"] = "en"
settings.register_profile("terminus", deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "search", deadline=None, max_examples=5000, print_blob=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("terminus")
