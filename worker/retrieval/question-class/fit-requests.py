#!/usr/bin/env python3
"""Fits whether a text asks for work instead of asking about the code: `fit-requests.py results.jsonl --fit SET … [--held SET …] [--write]`.

The results come from `npm run eval -- --requests SET … --out`, with the features of each text. Needs Debian's python3-numpy. `--write` writes
request-weights.json in this folder.
"""

import argparse
import collections
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
RIDGE = 1.0
# A feature of a single text says more about that text than about requests.
MIN_TEXTS = 2
MIN_WEIGHT = 0.03
FOLDS = 5
# Fraction of questions that may be taken for requests. A question that is not answered is worse than a request that is.
MAX_MISTAKEN = 0.01


def matrix(cases, columns):
    values = np.zeros((len(cases), len(columns) + 1))
    values[:, -1] = 1
    for row, case in enumerate(cases):
        for name in case["cues"]:
            if name in columns:
                values[row, columns[name]] = 1
    return values


def fit(cases):
    """Newton's method on the penalized likelihood."""
    counts = collections.Counter(name for case in cases for name in set(case["cues"]))
    columns = {name: at for at, name in enumerate(sorted(name for name in counts if counts[name] >= MIN_TEXTS))}
    x, y = matrix(cases, columns), np.array([float(case["request"]) for case in cases])
    penalty = np.eye(x.shape[1]) * RIDGE
    penalty[-1, -1] = 1e-3
    weights = np.zeros(x.shape[1])
    for _ in range(20):
        p = 1 / (1 + np.exp(-(x @ weights)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty
        weights += np.linalg.solve(hessian, x.T @ (y - p) - penalty @ weights)
    return columns, weights


def choose_bias(cases):
    """The amount by which sums are lowered so that, by cross-validation, few questions are taken for requests."""
    folds = np.arange(len(cases)) % FOLDS
    sums = np.zeros(len(cases))
    for fold in range(FOLDS):
        columns, weights = fit([case for case, other in zip(cases, folds) if other != fold])
        held = [case for case, other in zip(cases, folds) if other == fold]
        sums[folds == fold] = matrix(held, columns) @ weights
    requests = np.array([case["request"] for case in cases])
    shift = max(0.0, float(np.quantile(sums[~requests], 1 - MAX_MISTAKEN)))
    print(f"cross-validation: {(sums[requests] > shift).mean():.2f} of requests found, {(sums[~requests] > shift).mean():.4f} of questions mistaken")
    return shift


def describe(name, cases, columns, weights):
    found = matrix(cases, columns) @ weights > 0
    requests = np.array([case["request"] for case in cases])
    print(
        f"{name}: {int((found & requests).sum())} of {int(requests.sum())} requests found, "
        f"{int((found & ~requests).sum())} of {int((~requests).sum())} questions taken for requests"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with open(options.results, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    fitted = [case for case in cases if case["set"] in options.fit]
    columns, weights = fit(fitted)
    weights[-1] -= choose_bias(fitted)
    for name in options.fit + options.held:
        describe(name, [case for case in cases if case["set"] == name], columns, weights)
    if options.write:
        kept = {name: round(float(weights[at]), 2) for name, at in columns.items() if abs(weights[at]) >= MIN_WEIGHT}
        lines = ",\n".join(f"    {json.dumps(name, ensure_ascii=False)}: {weight}" for name, weight in kept.items())
        with open(os.path.join(HERE, "request-weights.json"), "w", encoding="utf-8") as file:
            file.write(f'{{\n  "bias": {round(float(weights[-1]), 2)},\n  "weights": {{\n{lines}\n  }}\n}}\n')
        print(f"{len(kept)} features written")


if __name__ == "__main__":
    main()
