"""These tests need the native kernel; where it cannot be built they are skipped, and say so."""

from pathlib import Path

import pytest

from terminus.kernel import installed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not installed():
        for item in items:
            if item.path.is_relative_to(Path(__file__).parent):
                item.add_marker(pytest.mark.skip(reason="NO NATIVE KERNEL: make kernel builds it"))
