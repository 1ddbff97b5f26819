"""The reproduction of the helpdesk paper as JSON writes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from turnwise.report.correlations import split_json
from turnwise.report.nugget_agreement import consistency_json
from turnwise.report.paradise import paradise_json
from turnwise.report.reuse import trial_json
from turnwise.report.sensitivity import sensitivity_json
from turnwise.reproduce.helpdesk import LABELS, LabelAgreement, Reproduction, of_estimate, published
from turnwise.reproduce.helpdesk_hypotheses import NOT_TESTED, hypotheses
from turnwise.reproduce.helpdesk_sweep import Point, Sweep


def reproduction_json(found: Reproduction) -> dict[str, Any]:
    """Keys: agreement, measures and hypotheses; then what stands behind them."""
    return {
        "dialogues": found.dialogues,
        "annotators": found.annotators,
        "readings": found.readings,
        "longest": found.longest,
        "agreement": {
            "labels": {row.question: _row(row) for row in found.labels},
            "labels_by_sign": {row.question: _row(row) for row in found.collapsed},
            "nuggets": _nuggets(found),
        },
        "measures": {name: _measure(found, name) for name in found.means},
        "hypotheses": {h.key: {**asdict(h), "answer": h.answer} for h in hypotheses(found)},
        "not_tested": list(NOT_TESTED),
        "consistency": consistency_json(found.consistency),
        "split_annotators": split_json(found.split),
        "sensitivity": sensitivity_json(found.sensitivity),
        "paradise": {label: paradise_json(one) for label, one in found.paradise.items()},
        "reuse": trial_json(found.reuse),
        "sweep": _sweep(found.sweep),
        "published": published(),
        "about": {"draws": found.draws, "seed": found.seed},
        "decisions": [vars(decision) for decision in found.decisions],
    }


def _row(row: LabelAgreement) -> dict[str, Any]:
    return {
        "counts": {str(category): count for category, count in zip(row.categories, row.counts, strict=True)},
        "fleiss": of_estimate(row.fleiss),
        "kappa_free": of_estimate(row.free),
        "alpha_ordinal": of_estimate(row.alpha_ordinal),
    }


def _nuggets(found: Reproduction) -> dict[str, Any]:
    return {
        "counts": found.nugget_counts,
        "per": found.nuggets.per,
        "units": found.nuggets.units,
        "of": [
            {
                "nuggets_of": agreed.of,
                "judged": agreed.what,
                **{name: of_estimate(estimate) for name, estimate in agreed.coefficients.items()},
            }
            for agreed in found.nuggets.answers
        ],
        "spans": [
            {"of": span.of, "match": span.match, "same_kind": span.same_kind, "f1": of_estimate(span.f1)}
            for span in found.nuggets.spans
        ],
    }


def _measure(found: Reproduction, name: str) -> dict[str, Any]:
    of = {label: found.correlations.between(name, label) for label in LABELS}
    return {
        "mean": found.means[name],
        "correlations": {
            label: {coefficient: one.value for coefficient, one in c.coefficients.items()} for label, c in of.items()
        },
        "intervals": {
            label: {k: asdict(one.interval) if one.interval else None for k, one in c.coefficients.items()}
            for label, c in of.items()
        },
        "length_constant": {
            label: {k: {"value": one.value, "interval": asdict(one.interval) if one.interval else None}
                    for k, one in c.partial.items()}
            for label, c in of.items()
        },
    }  # fmt: skip


def _sweep(found: Sweep) -> dict[str, Any]:
    def points(of: list[Point]) -> list[dict[str, Any]]:
        return [asdict(point) for point in of]

    return {
        "lengths": [
            {"decay": decay, "length": at, **asdict(point)}
            for decay, of in found.lengths.items()
            for at, point in of.items()
        ],
        "alphas": [{"alpha": at, **asdict(point)} for at, point in found.alphas.items()],
        "choices": points(found.choices),
        "related": points(found.related),
        "found": points(found.found),
    }
