"""Small convolutional networks: their layers, how they learn (PyTorch), how they are written down (ONNX)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Weights = list[tuple[Any, Any]]
"""Of every layer that has some: the kernel and the bias, arrays."""


@dataclass(frozen=True)
class Conv:
    """A convolution and, unless it is the last word, a ReLU."""

    takes: int
    gives: int
    stride: int = 1
    dilation: int = 1
    across: int = 1
    """How many times farther apart its columns are than its rows: sees far along the width."""
    size: int = 3
    last: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.gives, self.takes, self.size, self.size

    @property
    def steps(self) -> tuple[int, int]:
        """From one of its rows to the next, and of its columns."""
        return self.dilation, self.dilation * self.across

    @property
    def padding(self) -> tuple[int, int]:
        return self.size // 2 * self.steps[0], self.size // 2 * self.steps[1]


@dataclass(frozen=True)
class Dense:
    """Every value with every value; what came before is flattened."""

    takes: int
    gives: int
    last: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.gives, self.takes


@dataclass(frozen=True)
class Around:
    """Mean and maximum over the whole width: what is turned round there looks the same."""

    width: int


Layers = tuple[Conv | Dense | Around, ...]
Batch = Callable[[], tuple[Floats, Floats]]


def answers(layers: Layers, weights: Weights, x: Any) -> Any:
    """What the network says to a batch, channels first."""
    import torch
    from torch.nn import functional

    held = iter(weights)
    for layer in layers:
        if isinstance(layer, Around):
            x = torch.cat([x.mean(3, keepdim=True), x.amax(3, keepdim=True)], 1)
            continue
        w, b = next(held)
        if isinstance(layer, Conv):
            x = functional.conv2d(x, w, b, layer.stride, layer.padding, layer.steps)
        else:
            x = functional.linear(x.flatten(1), w, b)
        if not layer.last:
            x = functional.relu(x)
    return x


def train(
    layers: Layers,
    loss: Callable[[Any, Any], Any],
    batch: Batch,
    steps: int,
    rate: float,
    weights: Weights | None = None,
) -> Weights:
    """Adam with weight decay; the learning rate warms up, then falls along a cosine. `loss(said, truth)` is a mean.

    What comes out is the running mean of the weights: steadier than the last step's."""
    import torch

    torch.set_num_threads(1)
    learnt = [
        tuple(torch.tensor(np.asarray(part), requires_grad=True) for part in pair)
        for pair in weights or initial(layers)
    ]
    parts = [part for pair in learnt for part in pair]
    steady = [part.detach().clone() for part in parts]
    adam = torch.optim.AdamW(parts, lr=rate, weight_decay=2e-4)
    usual = 0.0
    for t in range(1, steps + 1):
        for group in adam.param_groups:
            group["lr"] = rate * min(1, t / 100) * (0.5 + 0.5 * np.cos(np.pi * t / steps))
        x, y = batch()
        value = loss(answers(layers, learnt, torch.from_numpy(np.asarray(x, np.float32))), torch.from_numpy(y))
        adam.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(parts, 5.0)
        adam.step()
        keep = min(0.995, t / (t + 10))
        for mean, part in zip(steady, parts, strict=True):
            mean.mul_(keep).add_(part.detach(), alpha=1 - keep)
        usual = float(value.detach()) if t == 1 else 0.98 * usual + 0.02 * float(value.detach())
        if t % 100 == 0:
            print(f"step {t} of {steps}: loss {usual:.4f}", flush=True)
    arrays = [part.numpy() for part in steady]
    return list(zip(arrays[::2], arrays[1::2], strict=True))


def initial(layers: Layers) -> Weights:
    """Random weights of a size that keeps signals alive."""
    rng = np.random.default_rng(0)
    made = []
    for layer in layers:
        if not isinstance(layer, Around):
            scale = np.sqrt((1 if layer.last else 2) / np.prod(layer.shape[1:]))
            made.append((np.float32(rng.normal(0, scale, layer.shape)), np.zeros(layer.shape[0], np.float32)))
    return made


def weights_of(file: Path) -> Weights:
    """Of a network that `export` wrote."""
    import onnx
    from onnx import numpy_helper

    arrays = [np.array(numpy_helper.to_array(kept)) for kept in onnx.load(str(file)).graph.initializer]
    return list(zip(arrays[::2], arrays[1::2], strict=True))


def export(layers: Layers, weights: Weights, taken: tuple[int | str, ...], name: str, out: Path) -> None:
    """Writes the network as ONNX; `taken` is the input's shape, channels first."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, kept, x = [], [], "in"
    held = iter(weights)

    def node(kind: str, inputs: list[str], **options: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [f"x{len(nodes)}"], **options))
        return f"x{len(nodes) - 1}"

    def keep(value: Any) -> str:
        kept.append(numpy_helper.from_array(np.ascontiguousarray(value, np.float32), f"w{len(kept)}"))
        return f"w{len(kept) - 1}"

    flat = False
    for layer in layers:
        if isinstance(layer, Around):
            pooled = {"kernel_shape": [1, layer.width], "strides": [1, layer.width]}
            both = [node("AveragePool", [x], **pooled), node("MaxPool", [x], **pooled)]
            x = node("Concat", both, axis=1)
            continue
        w, b = next(held)
        if isinstance(layer, Conv):
            x = node(
                "Conv",
                [x, keep(w), keep(b)],
                kernel_shape=[layer.size] * 2,
                strides=[layer.stride] * 2,
                dilations=list(layer.steps),
                pads=[*layer.padding, *layer.padding],
            )
        else:
            if not flat:
                x, flat = node("Flatten", [x], axis=1), True
            x = node("Gemm", [x, keep(w), keep(b)], transB=1)
        if not layer.last:
            x = node("Relu", [x])
    given: list[Any] = ["n", layers[-1].gives, "h", "w"] if isinstance(layers[-1], Conv) else ["n", layers[-1].gives]  # type: ignore[union-attr]
    graph = helper.make_graph(
        nodes,
        name,
        [helper.make_tensor_value_info("in", TensorProto.FLOAT, list(taken))],
        [helper.make_tensor_value_info(x, TensorProto.FLOAT, given)],
        kept,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="wingman", ir_version=8)
    onnx.checker.check_model(model)
    out.write_bytes(model.SerializeToString())
