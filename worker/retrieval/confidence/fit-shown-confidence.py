#!/usr/bin/env python3
"""Fits whether the best spans answer a question: `fit-shown-confidence.py features.jsonl --fit SET … --answered SET [--write]`.

The features come from `npm run eval -- --near-foreign SET … --features features.jsonl`. Needs Debian's python3-numpy. `--fit` names sets with
questions that their repository answers and questions that it does not; `--answered` names a set of other answered questions, which count less.
Figures are by cross-validation over repositories. `--write` writes shown-confidence.json in this folder.
"""

import argparse
import json
import os
import re

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
NEARNESS = {"nearestGap"}
RIDGE = 10.0
ANSWERED_WEIGHT = 0.1
FOLDS = 8
# Fraction of the answered questions of `--fit` that the threshold marks high.
SHARE_HIGH = 0.67


def read_cases(file, sets):
    with open(file, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    # A case without signals was decided by a rule.
    return [case for case in cases if case["set"] in sets and "signals" in case]


def signal_names():
    """Signal names, in the order of shown-signals.ts."""
    text = open(os.path.join(HERE, "shown-signals.ts"), encoding="utf-8").read()
    return re.findall(r"'(\w+)'", text.split("export const shownSignalNames = [", 1)[1].split("]", 1)[0])


def fit(x, y, importance, ridge):
    """Newton's method on the penalized likelihood of standardized signals. Returns bias and weights for the original signals."""
    middle, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale < 1e-9] = 1
    z = np.hstack([np.ones((len(x), 1)), (x - middle) / scale])
    penalty = np.diag([1e-6] + [ridge] * x.shape[1])
    beta = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-(z @ beta)))
        hessian = (z * (importance * p * (1 - p))[:, None]).T @ z + penalty
        step = np.linalg.solve(hessian, z.T @ (importance * (y - p)) - penalty @ beta)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    plain = beta[1:] / scale
    return beta[0] - plain @ middle, plain


class Data:
    def __init__(self, cases, names, fitted_sets):
        self.cases = cases
        self.signals = np.array([[case["signals"][name] for name in names] for case in cases], dtype=float)
        self.answered = np.array([float(case["answerable"]) for case in cases])
        self.is_fit = np.array([case["set"] in fitted_sets for case in cases])
        self.importance = np.where(self.is_fit, 1.0, ANSWERED_WEIGHT)
        repositories = sorted({case["repository"] for case in cases})
        fold = {repository: at % FOLDS for at, repository in enumerate(repositories)}
        self.folds = np.array([fold[case["repository"]] for case in cases])

    def fit_model(self, rows):
        return fit(self.signals[rows], self.answered[rows], self.importance[rows], RIDGE)

    def cross_validate(self):
        scores = np.zeros(len(self.cases))
        for fold in range(FOLDS):
            held = self.folds == fold
            if held.any():
                bias, weights = self.fit_model(np.flatnonzero(~held))
                scores[held] = bias + self.signals[held] @ weights
        return scores


def print_curve(name, data, scores):
    """How many foreign questions are not high, by how many controls are. Declined questions are not high, whatever their score."""
    declined = np.array([case["confidence"] == "out-of-scope" for case in data.cases])
    scores = np.where(declined, -np.inf, scores)
    controls = np.sort(scores[data.is_fit & (data.answered == 1)])
    foreign = scores[data.is_fit & (data.answered == 0)]
    others = scores[~data.is_fit]
    print(f"\n{name}\n\n| controls high | foreign not high | other answered questions high |\n|---|---|---|")
    for share in (0.8, 0.75, 0.7, 0.65, 0.6):
        threshold = controls[int((1 - share) * len(controls))]
        print(f"| {100 * share:.0f} % | {100 * (foreign < threshold).mean():.1f} % | {100 * (others >= threshold).mean():.1f} % |")
    return controls[int((1 - SHARE_HIGH) * len(controls))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("features")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--answered", nargs="*", default=[])
    parser.add_argument("--low", type=float, default=0.65, help="LOW_CONFIDENCE_BELOW, to which the threshold is moved")
    parser.add_argument("--without", nargs="*", default=[], help="signals to leave out, to measure what they contribute")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    names = [name for name in signal_names() if name not in options.without]
    cases = read_cases(options.features, options.fit + options.answered)
    result = {}
    for system in ("dense", "words"):
        chosen = [name for name in names if system == "dense" or name not in NEARNESS]
        data = Data(cases, chosen, options.fit)
        threshold = print_curve(system, data, data.cross_validate())
        bias, weights = data.fit_model(np.arange(len(cases)))
        moved = bias - threshold + np.log(options.low / (1 - options.low))
        result[system] = {
            "bias": round(float(moved), 4),
            "weights": {name: round(float(weight), 4) for name, weight in zip(chosen, weights)},
        }
    if options.write:
        with open(os.path.join(HERE, "shown-confidence.json"), "w", encoding="utf-8") as out:
            out.write(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
