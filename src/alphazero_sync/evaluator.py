"""TorchEvaluator: a torch module that takes dense observations and masks, for BatchedMCTSManager. It is simpler and slower
than darwindeck.learn.TorchEvaluator, which is fed packed leaves."""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from typing import Any


class TorchEvaluator:
    """`model(obs [n, 8, 8, 119], masks [n, 4672])`, or `model(obs)`, answers with policies [n, 4672] and values.

    With `use_amp` it runs in the device's mixed precision; answers are float32.
    """

    def __init__(self, model: Any, device: str = "cuda", use_amp: bool = False) -> None:
        import torch

        self.model = model.to(device).to(memory_format=torch.channels_last).eval()
        self.device, self.use_amp = device, use_amp
        self._takes_masks = len(inspect.signature(model.forward).parameters) > 1

    def evaluate_batch(self, obs: Any, masks: Any, actual_size: int | None = None) -> tuple[Any, Any]:
        """Of the first `actual_size` rows, or of all."""
        import torch

        given = [torch.as_tensor(of)[:actual_size].to(self.device) for of in (obs, masks)]
        mixed = torch.autocast(torch.device(self.device).type) if self.use_amp else nullcontext()
        with torch.inference_mode(), mixed:
            policies, values = self.model(*given[: 1 + self._takes_masks])
        return policies.float(), values.float()
