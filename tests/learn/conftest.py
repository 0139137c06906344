"""What all tests of learning share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Tensors are small here: more threads would only wait for each other."""
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
