"""UCH, and the two views it is made of: the helpdesk's (UC) and the customer's (UH)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turnwise.measures.dialogue import DialogueExample
from turnwise.measures.hierarchical import UNIT as SHARE
from turnwise.measures.measure import POSITIVE, param
from turnwise.measures.trail_text import EXAMPLE, TrailMeasure

REFERENCE = (
    "T. Sakai, Z. Zeng and C. Luo. Evaluating Helpdesk Dialogues: Initial Considerations from An Information Access "
    "Perspective. IPSJ SIG Technical Report, 2016."
)


def patience_of(side: str) -> Any:
    return param(1.0, POSITIVE, f"how many times L the {side}'s patience lasts, with what the other side says")


@dataclass(frozen=True)
class UC(TrailMeasure):
    """What the customer's nuggets are worth: the dialogue as the helpdesk sees it.

    Trigger nuggets count as regular ones. The goal nugget weighs 1 more than all of them together. UC is not
    normalised, and has no upper bound.
    """

    name = "UC"
    title = "U-measure of the customer's nuggets"
    formula = "UC = Σ w(c) · max(0, 1 − pos(c) ÷ L) over the customer's nuggets c, w(c*) = 1 + Σ w(c) of the others"
    reference = REFERENCE
    example = DialogueExample(
        EXAMPLE,
        100,
        2.2,
        "CNUG* weighs 1 + 2: (1 − 0 ÷ 100) + (1 − 40 ÷ 100) + 3 · (1 − 80 ÷ 100) = 1 + 0.6 + 3 · 0.2",
    )

    patience_helpdesk: float = patience_of("helpdesk")

    @property
    def shares(self) -> tuple[float, float]:
        return 1.0, 0.0

    @property
    def patiences(self) -> tuple[float, float]:
        return self.patience_helpdesk, 1.0


@dataclass(frozen=True)
class UH(TrailMeasure):
    """What the helpdesk's nuggets are worth: the dialogue as the customer sees it.

    The goal nugget weighs 1 more than all regular ones together; the paper's equation 5 prints w(c*) for it, a slip
    for w(h*). UH is not normalised, and has no upper bound.
    """

    name = "UH"
    title = "U-measure of the helpdesk's nuggets"
    formula = "UH = Σ w(h) · max(0, 1 − pos(h) ÷ L) over the helpdesk's nuggets h, w(h*) = 1 + Σ w(h) of the others"
    reference = REFERENCE
    example = DialogueExample(
        EXAMPLE, 100, 1.8, "HNUG* weighs 1 + 1: (1 − 20 ÷ 100) + 2 · (1 − 50 ÷ 100) = 0.8 + 2 · 0.5"
    )

    patience_customer: float = patience_of("customer")

    @property
    def shares(self) -> tuple[float, float]:
        return 0.0, 1.0

    @property
    def patiences(self) -> tuple[float, float]:
        return 1.0, self.patience_customer


@dataclass(frozen=True)
class UCH(TrailMeasure):
    """UC and UH together; `alpha` tells how much the customer's view counts.

    UCH(alpha=0) is UC, UCH(alpha=1) is UH, and UCH(alpha=0.5) is half of the U-measure over all nuggets. It is not
    normalised, and has no upper bound.
    """

    name = "UCH"
    title = "U-measure of the customer's and the helpdesk's nuggets"
    formula = "UCH = (1 − α) · UC + α · UH"
    reference = REFERENCE
    example = DialogueExample(EXAMPLE, 100, 2.0, "UC is 2.2 and UH 1.8: 0.5 · 2.2 + 0.5 · 1.8")

    alpha: float = param(0.5, SHARE, "how much the customer's view, UH, counts beside the helpdesk's, UC")
    patience_customer: float = patience_of("customer")
    patience_helpdesk: float = patience_of("helpdesk")

    @property
    def shares(self) -> tuple[float, float]:
        return 1 - self.alpha, self.alpha

    @property
    def patiences(self) -> tuple[float, float]:
        return self.patience_helpdesk, self.patience_customer
