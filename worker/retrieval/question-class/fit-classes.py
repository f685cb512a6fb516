#!/usr/bin/env python3
"""Fits the classes of questions: `fit-classes.py results.jsonl --fit SET … [--weight SET=0.5 …] [--held SET …] [--write]`.

The results come from `npm run eval -- --classes SET --out`, with the features of each question. Needs Debian's python3-numpy. `--write`
writes class-weights.json in this folder. The penalty is chosen by cross-validation over groups of repositories (a writer without a
repository is a group). Rules decide which questions are too broad, so those are not fitted.
"""

import argparse
import collections
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
CLASSES = ["how", "lookup", "why", "impact", "exhaustive", "docs"]
RIDGES = [0.5, 1, 2]
FOLDS = 6
# A word or pair in fewer questions says more about them than about their class.
MIN_QUESTIONS = 4
# Reading a question about code as one of these sends it to the graph or to a list, which is the costliest error.
COSTLY = ["impact", "exhaustive"]


def read_cases(file, sets):
    with open(file, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    return [case for case in cases if case["set"] in sets and case["wanted"] in CLASSES]


def frequent_features(cases):
    counts = collections.Counter(feature for case in cases for feature in set(case["cues"]))
    return sorted(feature for feature, count in counts.items() if count >= MIN_QUESTIONS)


class Features:
    """Which features each question has, as pairs of a row and a column: a dense matrix would be mostly zero."""

    def __init__(self, cases, features):
        index = {feature: at for at, feature in enumerate(features)}
        pairs = [(row, index[name]) for row, case in enumerate(cases) for name in case["cues"] if name in index]
        self.rows = np.array([row for row, _ in pairs], dtype=np.int64)
        self.columns = np.array([column for _, column in pairs], dtype=np.int64)
        self.shape = (len(cases), len(features))

    def times(self, weights):
        parts = [np.bincount(self.rows, weights[self.columns, at], self.shape[0]) for at in range(weights.shape[1])]
        return np.stack(parts, axis=1)

    def transposed_times(self, values):
        parts = [np.bincount(self.columns, values[self.rows, at], self.shape[1]) for at in range(values.shape[1])]
        return np.stack(parts, axis=1)


def labels(cases):
    return np.array([CLASSES.index(case["wanted"]) for case in cases])


def probabilities(x, weights, bias):
    sums = x.times(weights) + bias
    exp = np.exp(sums - sums.max(axis=1, keepdims=True))
    return exp / exp.sum(axis=1, keepdims=True)


def fit(x, y, importance, ridge, steps=250, rate=0.15):
    """Gradient descent with momentum on the penalized likelihood, which is convex."""
    weights = np.zeros((x.shape[1], len(CLASSES)))
    bias = np.zeros(len(CLASSES))
    velocity, velocity_bias = np.zeros_like(weights), np.zeros_like(bias)
    expected = np.eye(len(CLASSES))[y]
    share = (importance / importance.sum())[:, None]
    for _ in range(steps):
        error = (probabilities(x, weights, bias) - expected) * share
        velocity = 0.9 * velocity - rate * (x.transposed_times(error) + ridge * weights / len(y))
        velocity_bias = 0.9 * velocity_bias - rate * error.sum(axis=0)
        weights, bias = weights + velocity, bias + velocity_bias
    return weights, bias


def cross_validate(cases, importance, ridge):
    """The probability of each class for each case, by weights fitted on the other repositories."""
    y = labels(cases)
    predicted = np.zeros((len(y), len(CLASSES)))
    repos = sorted({case["repo"] for case in cases})
    fold_of = {repo: at % FOLDS for at, repo in enumerate(repos)}
    folds = np.array([fold_of[case["repo"]] for case in cases])
    for fold in range(FOLDS):
        held = folds == fold
        fitted = [case for case, is_held in zip(cases, held) if not is_held]
        features = frequent_features(fitted)
        weights, bias = fit(Features(fitted, features), y[~held], importance[~held], ridge)
        tested = [case for case, is_held in zip(cases, held) if is_held]
        predicted[held] = probabilities(Features(tested, features), weights, bias)
    return predicted


def loss(predicted, y, importance):
    return -(np.log(predicted[np.arange(len(y)), y]) * importance).sum() / importance.sum()


def describe(cases, predicted, name):
    y, found = labels(cases), predicted.argmax(axis=1)
    costly = [CLASSES.index(other) for other in COSTLY]
    wrong = (np.isin(found, costly) & ~np.isin(y, costly)).sum()
    print(f"{name}: {(found == y).mean():.3f} of {len(y)} correct, {wrong} read as {' or '.join(COSTLY)} by mistake")


def write_weights(features, weights, bias):
    rows = {
        feature: [round(float(value), 2) for value in row]
        for feature, row in zip(features, weights)
        if np.abs(row).max() >= 0.03
    }
    lines = ",\n".join(f"    {json.dumps(name, ensure_ascii=False)}: {json.dumps(row)}" for name, row in rows.items())
    biases = json.dumps([round(float(value), 2) for value in bias])
    with open(os.path.join(HERE, "class-weights.json"), "w", encoding="utf-8") as file:
        file.write(f'{{\n  "biases": {biases},\n  "weights": {{\n{lines}\n  }}\n}}\n')
    print(f"{len(rows)} features written")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--weight", nargs="*", default=[], help="SET=WEIGHT of each question of a set; 1 by default")
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--misses", action="store_true", help="print the misread questions of the fitted sets")
    options = parser.parse_args()
    cases = read_cases(options.results, options.fit)
    weight_of = dict(pair.split("=") for pair in options.weight)
    importance = np.array([float(weight_of.get(case["set"], 1)) for case in cases])
    y = labels(cases)
    predicted = {ridge: cross_validate(cases, importance, ridge) for ridge in RIDGES}
    for ridge in RIDGES:
        describe(cases, predicted[ridge], f"ridge {ridge}, log loss {loss(predicted[ridge], y, importance):.3f}, cross-validated")
    ridge = min(RIDGES, key=lambda candidate: loss(predicted[candidate], y, importance))
    for name in options.fit:
        rows = [at for at, case in enumerate(cases) if case["set"] == name]
        describe([cases[at] for at in rows], predicted[ridge][rows], f"  {name}, cross-validated with ridge {ridge}")
    if options.misses:
        for case, expected, found in zip(cases, y, predicted[ridge].argmax(axis=1)):
            if expected != found:
                print(f"  {CLASSES[expected]} read as {CLASSES[found]}: {case['query']}")
    features = frequent_features(cases)
    weights, bias = fit(Features(cases, features), y, importance, ridge)
    for name in options.held:
        held = read_cases(options.results, [name])
        describe(held, probabilities(Features(held, features), weights, bias), f"held out {name}")
    if options.write:
        write_weights(features, weights, bias)


if __name__ == "__main__":
    main()
