"""Small convolutional networks: their layers, how they learn (jax), how they are written down (ONNX)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Weights = list[tuple[Any, Any]]
"""Of every layer that has some: the kernel and the bias."""


@dataclass(frozen=True)
class Conv:
    """A convolution and, unless it is the last word, a ReLU."""

    takes: int
    gives: int
    stride: int = 1
    dilation: int = 1
    size: int = 3
    last: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.size, self.size, self.takes, self.gives

    @property
    def padding(self) -> int:
        return self.dilation * (self.size // 2)


@dataclass(frozen=True)
class Dense:
    """Every value with every value; what came before is flattened, channels first."""

    takes: int
    gives: int
    last: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.takes, self.gives


@dataclass(frozen=True)
class Around:
    """Mean and maximum over the whole width: what is turned round there looks the same."""

    width: int


Layers = tuple[Conv | Dense | Around, ...]


def answers(layers: Layers, weights: Weights, x: Any) -> Any:
    """What the network says to a batch, channels last."""
    import jax
    import jax.numpy as jnp

    held = iter(weights)
    for layer in layers:
        if isinstance(layer, Around):
            x = jnp.concatenate([x.mean(2), x.max(2)], -1)
            continue
        w, b = next(held)
        if isinstance(layer, Conv):
            order, pad = ("NHWC", "HWIO", "NHWC"), ((layer.padding,) * 2,) * 2
            spread = (layer.dilation,) * 2
            x = jax.lax.conv_general_dilated(x, w, (layer.stride,) * 2, pad, None, spread, order) + b
        else:
            if x.ndim > 2:
                x = jnp.moveaxis(x, -1, 1).reshape(len(x), -1)
            x = x @ w + b
        if not layer.last:
            x = jax.nn.relu(x)
    return x


def train(
    layers: Layers,
    loss: Callable[[Any, Any], Any],
    batch: Callable[[], tuple[Floats, Floats]],
    steps: int,
    rate: float,
    weights: Weights | None = None,
) -> Weights:
    """Adam with weight decay; the learning rate warms up, then falls along a cosine. `loss(said, truth)` is a mean."""
    import jax
    import jax.numpy as jnp

    def cost(weights: Weights, x: Any, y: Any) -> Any:
        return loss(answers(layers, weights, x), y)

    def step(weights: Any, mean: Any, spread: Any, t: Any, rate: Any, x: Any, y: Any) -> Any:
        value, slope = jax.value_and_grad(cost)(weights, x, y)
        mean = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, mean, slope)
        spread = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, spread, slope)

        def moved(w: Any, m: Any, v: Any) -> Any:
            return w - rate * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8) + 2e-4 * w)

        return jax.tree.map(moved, weights, mean, spread), mean, spread, value

    quick = jax.jit(step)
    weights = weights or initial(layers)
    mean = spread = jax.tree.map(jnp.zeros_like, weights)
    usual = 0.0
    for t in range(1, steps + 1):
        now = rate * min(1, t / 100) * (0.5 + 0.5 * np.cos(np.pi * t / steps))
        weights, mean, spread, value = quick(weights, mean, spread, t, now, *batch())
        usual = float(value) if t == 1 else 0.98 * usual + 0.02 * float(value)
        if t % 100 == 0:
            print(f"step {t} of {steps}: loss {usual:.4f}", flush=True)
    return weights


def initial(layers: Layers) -> Weights:
    """Random weights of a size that keeps signals alive."""
    rng = np.random.default_rng(0)
    made = []
    for layer in layers:
        if not isinstance(layer, Around):
            scale = np.sqrt((1 if layer.last else 2) / np.prod(layer.shape[:-1]))
            made.append((np.float32(rng.normal(0, scale, layer.shape)), np.zeros(layer.shape[-1], np.float32)))
    return made


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
            inputs = [x, keep(np.asarray(w).transpose(3, 2, 0, 1)), keep(b)]
            x = node(
                "Conv",
                inputs,
                kernel_shape=[layer.size] * 2,
                strides=[layer.stride] * 2,
                dilations=[layer.dilation] * 2,
                pads=[layer.padding] * 4,
            )
        else:
            if not flat:
                x, flat = node("Flatten", [x], axis=1), True
            x = node("Gemm", [x, keep(w), keep(b)])
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
