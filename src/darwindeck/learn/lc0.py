"""Networks of Leela Chess Zero: convolutional ones with or without squeeze-excitation, a classical or a win-draw-loss value
and a policy by convolution. Others are refused by name. The files are protocol buffers, of which this reads what it needs."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import nn

from darwindeck.errors import LearnError
from darwindeck.search import lc0

from .evaluator import TorchEvaluator

MAGIC = b"\xc0\x01\x00\x00"
LARGEST = 1 << 30
EPSILON = 1e-5
NETWORKS = {1: "classical", 2: "squeeze-excitation", 3: "classical with heads", 4: "squeeze-excitation with heads",
            5: "ONNX", 6: "attention body", 7: "attention body with heads", 132: "multi-headed attention"}  # fmt: skip
POLICIES = {1: "classical", 2: "convolution", 3: "attention"}
VALUES = {1: "classical", 2: "win, draw and loss", 3: "parametric"}
Message: TypeAlias = dict[int, list[Any]]


def load_lc0(path: str | Path, device: str = "cpu", **options: Any) -> TorchEvaluator:
    """An evaluator from a file of weights (`.pb.gz` or `.pb`)."""
    return TorchEvaluator(read_lc0(path), device, encode=lc0_planes, **options)


def read_lc0(path: str | Path) -> Lc0Network:
    try:
        data = Path(path).read_bytes()
        data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise LearnError(f"{path}: cannot be read ({error})") from None
    try:
        net = message(data[:LARGEST])
        if net.get(1) != [MAGIC]:
            raise LearnError(f"{path}: is no file of lc0 weights")
        described = message(message(net[4][0]).get(2, [b""])[0])
        has_wdl = refuse_others(described, str(path))
        return Lc0Network(message(net[10][0]), has_wdl).eval()
    except (IndexError, KeyError, ValueError, TypeError, RuntimeError) as error:
        raise LearnError(f"{path}: these weights make no network of lc0 ({error})") from None


def refuse_others(described: Message, source: str) -> bool:
    """Whether the value is that of win, draw and loss; an error for forms that are not read."""
    given, network, policy, value = (described.get(number, [1])[0] for number in (1, 3, 4, 5))
    if given != 1:
        raise LearnError(f"{source}: its input is of format {given}; only 112 classical planes are read")
    for found, known, read in ((network, NETWORKS, (1, 2, 3, 4)), (policy, POLICIES, (2,)), (value, VALUES, (1, 2))):
        if found not in read:
            names = " or ".join(known[number] for number in read[-2:])
            raise LearnError(f"{source}: it is of the form {known.get(found, found)!r}, and only {names} is read")
    return bool(value == 2)


class Conv(nn.Module):
    """A convolution with its normalization folded in."""

    def __init__(self, block: Message, inputs: int) -> None:
        super().__init__()
        weights = layer(block, 1)
        outputs = len(layer(block, 2)) if 2 in block else len(layer(block, 3))
        size = round((len(weights) / outputs / inputs) ** 0.5)
        bias = layer(block, 2) if 2 in block else torch.zeros(outputs)
        kernel = weights.view(outputs, inputs, size, size)
        if 3 in block:
            scale = (layer(block, 5) if 5 in block else torch.ones(outputs)) / torch.sqrt(layer(block, 4) + EPSILON)
            shift = layer(block, 6) if 6 in block else torch.zeros(outputs)
            kernel, bias = kernel * scale[:, None, None, None], (bias - layer(block, 3)) * scale + shift
        self.conv = nn.Conv2d(inputs, outputs, size, padding=size // 2)
        self.conv.weight.data, self.conv.bias.data = kernel.contiguous(), bias  # type: ignore[union-attr]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.conv(x)  # type: ignore[no-any-return]


class Residual(nn.Module):
    def __init__(self, block: Message, channels: int) -> None:
        super().__init__()
        self.first, self.second = (Conv(message(block[number][0]), channels) for number in (1, 2))
        self.squeeze = self.excite = None
        if 3 in block:
            unit = message(block[3][0])
            self.squeeze, self.excite = linear(unit, 1, 2, channels), linear(unit, 3, 4, len(layer(unit, 2)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.second(torch.relu(self.first(x)))
        if self.squeeze is not None and self.excite is not None:
            scale, shift = self.excite(torch.relu(self.squeeze(y.mean(dim=(2, 3))))).chunk(2, dim=1)
            y = y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None]
        return torch.relu(x + y)


class Lc0Network(nn.Module):
    """[leaves, 112, 8, 8] -> logits of our 4,672 actions and values from -1 to 1."""

    def __init__(self, weights: Message, has_wdl: bool) -> None:
        super().__init__()
        self.has_wdl = has_wdl
        self.input = Conv(message(weights[1][0]), lc0.PLANES)
        channels = self.input.conv.out_channels
        self.tower = nn.Sequential(*(Residual(message(block), channels) for block in weights.get(2, [])))
        self.policy1 = Conv(message(weights[11][0]), channels)
        self.policy = Conv(message(weights[3][0]), self.policy1.conv.out_channels)
        self.value = Conv(message(weights[6][0]), channels)
        self.value1 = linear(weights, 7, 8, 64 * self.value.conv.out_channels)
        self.value2 = linear(weights, 9, 10, self.value1.out_features)
        if self.policy.conv.out_channels != lc0.CONV_PLANES or self.value2.out_features != (3 if has_wdl else 1):
            raise LearnError("lc0: the heads have other sizes than the file says")
        actions, promotions = lc0.queen_promotions()
        self.places: torch.Tensor
        self.actions: torch.Tensor
        self.promotions: torch.Tensor
        self.register_buffer("places", torch.from_numpy(lc0.conv_places()), persistent=False)
        self.register_buffer("actions", torch.from_numpy(actions), persistent=False)
        self.register_buffer("promotions", torch.from_numpy(promotions), persistent=False)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.tower(torch.relu(self.input(planes)))
        conv = self.policy(torch.relu(self.policy1(x))).flatten(1)  # [leaves, 80 * 64]
        logits = conv[:, self.places]
        pawns = planes[:, 0].flatten(1)[:, self.actions // 73] > 0  # one that moves from there promotes
        logits[:, self.actions] = torch.where(pawns, conv[:, self.promotions], logits[:, self.actions])
        value = self.value2(torch.relu(self.value1(torch.relu(self.value(x)).flatten(1))))
        if not self.has_wdl:
            return logits, torch.tanh(value).flatten()
        win, _, loss = torch.softmax(value.float(), dim=1).unbind(1)
        return logits, win - loss


def lc0_planes(packed: torch.Tensor, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """[leaves, 59] as int64 -> [leaves, 112, 8, 8] on the same device; lc0's files are for the CPU's size of batches."""
    planes = lc0.lc0_planes(packed.cpu().numpy().view(np.uint64))
    return torch.from_numpy(planes).to(packed.device, dtype)


def linear(block: Message, weights: int, bias: int, inputs: int) -> nn.Linear:
    values = layer(block, bias)
    made = nn.Linear(inputs, len(values))
    made.weight.data, made.bias.data = layer(block, weights).view(len(values), inputs), values
    return made


def layer(block: Message, number: int) -> torch.Tensor:
    """A list of numbers, packed in 16 bits between a least and a greatest one."""
    packed = message(block[number][0])
    least, most = (np.frombuffer(packed[place][0], "<f4")[0] for place in (1, 2))
    steps = np.frombuffer(packed[3][0], "<u2").astype(np.float32)
    return torch.from_numpy(least + (most - least) * steps / np.float32(65535))


def message(data: bytes) -> Message:
    """The fields of a protocol buffer by number: numbers, or the bytes of what is inside."""
    found: Message = {}
    for number, value in fields(data):
        found.setdefault(number, []).append(value)
    return found


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
            yield key >> 3, value
            continue
        size, at = varint(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        if at + size > len(data):
            raise ValueError("the file ends too soon")
        yield key >> 3, data[at : at + size]
        at += size


def varint(data: bytes, at: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
