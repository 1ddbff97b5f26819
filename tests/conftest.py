"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("TURNWISE_SHARED", Path(__file__).parents[2] / "shared"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The real public data; a test that asks for it is skipped, and says so, where the folder is absent."""
    data = SHARED / "data"
    if not data.is_dir():
        pytest.skip(f"real data are not here: {data} (set TURNWISE_SHARED)")
    return data


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "shared_data" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.realdata)
