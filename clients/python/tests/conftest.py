import pytest
from room import Room


@pytest.fixture
def room() -> Room:
    return Room()
