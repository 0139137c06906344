"""These tests need a CUDA device. Without one they are not collected: `make cuda` then says that no tests ran."""

from importlib.util import find_spec


def has_device() -> bool:
    if find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.is_available())


collect_ignore_glob = [] if has_device() else ["test_*.py"]
