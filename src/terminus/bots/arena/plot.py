"""The distributions as a picture: one ridge for each bot over one axis of scores, its mean marked.

The SVG is written by hand and needs nothing else; it reads well on light and on dark paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from math import exp, floor, log10, pi, sqrt

from .statistics import Played, estimate

WIDTH, LEFT, RIGHT, TOP, FOOT = 820, 130, 30, 64, 56
RIDGE, GAP = 84, 22
INKS = ("#2a78d6", "#d9642c", "#2f9e62", "#a65bc4", "#c9a227", "#d14b6f", "#3aa6b9", "#7d8597")
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.quiet { fill: #59636e; }
.grid { stroke: #d1d9e0; stroke-width: 1; }
.paper { fill: #ffffff; }
.ridge { fill-opacity: .28; stroke-width: 1.8; stroke-linejoin: round; }
.mean { stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .quiet { fill: #9aa4af; } .grid { stroke: #30363d; } .paper { fill: #0d1117; }
}
"""


def plot(title: str, bots: Sequence[str], played: Mapping[str, Played]) -> str:
    """An SVG document of what each bot scored."""
    scores = [played[bot].scores for bot in bots]
    low, high, step = _axis(min(map(min, scores)), max(map(max, scores)))
    curves = [_density(values, low, high) for values in scores]
    tallest = max(map(max, curves))
    height = TOP + len(bots) * (RIDGE + GAP) + FOOT
    across = (WIDTH - LEFT - RIGHT) / (high - low)
    parts = [_head(title, height), _grid(low, high, step, across, height)]
    for row, (bot, values, curve) in enumerate(zip(bots, scores, curves, strict=True)):
        base = TOP + (row + 1) * (RIDGE + GAP)
        ink = INKS[row % len(INKS)]
        lifted = [RIDGE * density / tallest for density in curve]
        parts += [_ridge(lifted, base, across, ink), _mean(bot, values, low, lifted, base, across, ink)]
    return "\n".join([*parts, "</svg>", ""])


def _axis(lowest: float, highest: float) -> tuple[int, int, int]:
    """Where the axis begins and ends, with some air, and the step of its ticks."""
    span = max(highest - lowest, 10)
    power = 10 ** floor(log10(span / 6))
    step = int(max(next(power * m for m in (1, 2, 5, 10) if span / (power * m) <= 8), 1))
    return floor((lowest - 0.04 * span) / step) * step, -floor(-(highest + 0.04 * span) / step) * step, step


def _density(values: Sequence[float], low: int, high: int) -> list[float]:
    """How often each whole score comes up, smoothed by a bell as wide as the sample allows."""
    spread = (estimate(values).se or 0) * sqrt(len(values))
    width = max(0.9 * spread * len(values) ** -0.2, 0.8)
    counts = Counter(round(value) for value in values)
    scale = 1 / (len(values) * width * sqrt(2 * pi))
    return [
        scale * sum(n * exp(-(((x - score) / width) ** 2) / 2) for score, n in counts.items())
        for x in range(low, high + 1)
    ]


def _head(title: str, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
        f'<text class="title" x="24" y="34">{escape(title)}</text>'
    )


def _grid(low: int, high: int, step: int, across: float, height: int) -> str:
    bottom = height - FOOT + 12
    lines = []
    for tick in range(low, high + 1, step):
        x = LEFT + (tick - low) * across
        lines.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(f'<text class="quiet" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{tick}</text>')
    middle = LEFT + (high - low) * across / 2
    lines.append(f'<text class="quiet" x="{middle:.1f}" y="{bottom + 36}" text-anchor="middle">score</text>')
    return "\n".join(lines)


def _ridge(lifted: Sequence[float], base: float, across: float, ink: str) -> str:
    points = " ".join(f"{LEFT + i * across:.1f},{base - lift:.1f}" for i, lift in enumerate(lifted))
    end = LEFT + (len(lifted) - 1) * across
    path = f"M{LEFT},{base} L{points} L{end:.1f},{base} Z"
    return f'<path class="ridge" d="{path}" fill="{ink}" stroke="{ink}"/>'


def _mean(
    bot: str, values: Sequence[float], low: int, lifted: Sequence[float], base: float, across: float, ink: str
) -> str:
    found = estimate(values)
    x = LEFT + (found.mean - low) * across
    y = base - lifted[round(found.mean) - low]
    error = "" if found.se is None else f" ± {found.se:.2f}"
    return (
        f'<line class="mean" x1="{x:.1f}" y1="{base}" x2="{x:.1f}" y2="{y - 4:.1f}" stroke="{ink}"/>\n'
        f'<text x="{LEFT - 14}" y="{base - 4}" text-anchor="end">{escape(bot)}</text>\n'
        f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle">{found.mean:.1f}{error}</text>'
    )
