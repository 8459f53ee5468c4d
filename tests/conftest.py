"""How Hypothesis looks: at the same examples every time, or for new ones: `--hypothesis-profile=search`.

The tests read English, whatever the machine speaks and whatever the test before has spoken."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from terminus.locale import ENGLISH
from terminus.locale.spoken import speak

os.environ["TERMINUS_LANGUAGE"] = "en"
settings.register_profile("terminus", deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "search", deadline=None, max_examples=5000, print_blob=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("terminus")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak(ENGLISH)
