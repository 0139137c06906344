"""The device that learns: found by its name, and its faults told in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from ...errors import LearnError

KINDS = ("cpu", "cuda")
MEMORY_SIGNS = ("out of memory", "can't allocate memory")  # in what torch says; the second is of the CPU
DEVICE_SIGNS = ("CUDA error", "CUDA driver", "cuDNN error", "CUBLAS_STATUS", "device-side assert", "NVIDIA driver")


def find_device(name: str) -> torch.device:
    """The device, which has been tried; else an error that says why there is none."""
    if name.split(":")[0] not in KINDS:
        raise LearnError(f"device: {name!r} is not {' or '.join(KINDS)}")
    try:
        return torch.zeros(1, device=torch.device(name)).device
    except (RuntimeError, AssertionError) as error:
        raise LearnError(f"device: {name} cannot be used here ({str(error).splitlines()[0]})") from None


@contextmanager
def explain_faults() -> Iterator[None]:
    """Memory that is used up, and a device that fails, as errors of one line. Other errors are ours, and stay as they are."""
    try:
        yield
    except MemoryError:
        raise LearnError("out of memory: try fewer --games") from None
    except RuntimeError as error:
        said = (str(error).splitlines() or [""])[0]
        if any(sign in str(error) for sign in MEMORY_SIGNS):
            raise LearnError(f"out of memory: try fewer --games ({said})") from None
        if any(sign in str(error) for sign in DEVICE_SIGNS):
            raise LearnError(f"the device has failed ({said})") from None
        raise
