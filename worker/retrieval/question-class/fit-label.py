#!/usr/bin/env python3
"""Fits whether a text has a label: `fit-label.py results.jsonl --fit SET … [--held SET …] [--max-mistaken 0.01] [--write request]`.

The results come from `npm run -s eval -- --requests SET … --out` or `--traces SET … --out`, with the features of each text. Logistic regression with
a ridge penalty. Texts about one repository are in one fold of the cross-validation. Needs Debian's python3-numpy. `--write NAME` writes
NAME-weights.json in this folder.
"""

import argparse
import collections
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
# A feature of a single text says more about that text than about the label.
MIN_TEXTS = 3
MIN_WEIGHT = 0.03
FOLDS = 5


def matrix(cases, columns):
    values = np.zeros((len(cases), len(columns) + 1))
    values[:, -1] = 1
    for row, case in enumerate(cases):
        for name in case["features"]:
            if name in columns:
                values[row, columns[name]] = 1
    return values


def labels(cases):
    return np.array([case["isLabeled"] for case in cases])


def fit(cases, ridge):
    """Newton's method on the penalized likelihood."""
    counts = collections.Counter(name for case in cases for name in set(case["features"]))
    columns = {name: at for at, name in enumerate(sorted(name for name in counts if counts[name] >= MIN_TEXTS))}
    x, y = matrix(cases, columns), labels(cases).astype(float)
    penalty = np.eye(x.shape[1]) * ridge
    penalty[-1, -1] = 1e-3
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-(x @ weights)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty
        weights += np.linalg.solve(hessian, x.T @ (y - p) - penalty @ weights)
    return columns, weights


def choose_folds(cases):
    groups = [case.get("repository") or at for at, case in enumerate(cases)]
    order = {group: at for at, group in enumerate(dict.fromkeys(groups))}
    return np.array([order[group] % FOLDS for group in groups])


def choose_shift(cases, ridge, max_mistaken):
    """The amount by which sums are lowered so that, by cross-validation, few other texts are taken for labeled ones."""
    folds = choose_folds(cases)
    sums = np.zeros(len(cases))
    for fold in range(FOLDS):
        columns, weights = fit([case for case, other in zip(cases, folds) if other != fold], ridge)
        held = [case for case, other in zip(cases, folds) if other == fold]
        sums[folds == fold] = matrix(held, columns) @ weights
    shift = float(np.quantile(sums[~labels(cases)], 1 - max_mistaken))
    print("by cross-validation")
    for name in dict.fromkeys(case["set"] for case in cases):
        describe(f"  {name}", sums - shift, np.array([case["set"] == name for case in cases]), labels(cases))
    return shift


def describe(name, sums, chosen, labeled):
    found = (sums > 0) & chosen
    hits, mistaken = int((found & labeled).sum()), int((found & ~labeled).sum())
    precision = hits / max(1, hits + mistaken)
    print(
        f"{name}: {hits} of {int((labeled & chosen).sum())} found, {mistaken} of {int((~labeled & chosen).sum())} others mistaken, "
        f"precision {precision:.2f}, recall {hits / max(1, int((labeled & chosen).sum())):.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--max-mistaken", type=float, default=0.01, help="fraction of the other texts that may be taken for labeled ones")
    parser.add_argument("--ridge", type=float, default=1.0)
    parser.add_argument("--write")
    options = parser.parse_args()
    with open(options.results, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    fitted = [case for case in cases if case["set"] in options.fit]
    shift = choose_shift(fitted, options.ridge, options.max_mistaken)
    columns, weights = fit(fitted, options.ridge)
    weights[-1] -= shift
    for name in options.held:
        held = [case for case in cases if case["set"] == name]
        describe(f"held out {name}", matrix(held, columns) @ weights, np.full(len(held), True), labels(held))
    if options.write:
        kept = {name: round(float(weights[at]), 2) for name, at in columns.items() if abs(weights[at]) >= MIN_WEIGHT}
        lines = ",\n".join(f"    {json.dumps(name, ensure_ascii=False)}: {weight}" for name, weight in kept.items())
        with open(os.path.join(HERE, f"{options.write}-weights.json"), "w", encoding="utf-8") as file:
            file.write(f'{{\n  "bias": {round(float(weights[-1]), 2)},\n  "weights": {{\n{lines}\n  }}\n}}\n')
        print(f"{len(kept)} features written")


if __name__ == "__main__":
    main()
