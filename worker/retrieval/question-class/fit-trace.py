#!/usr/bin/env python3
"""Fits the weights that tell whether a question asks for a trace: `fit-trace.py features.jsonl [--test REPOSITORY …] [--write]`.

Each line has `repository`, `isTrace` and `features`, as question-features.ts finds them. A trace follows something through several functions, in
order. Logistic regression with Adam (Kingma and Ba, 2015). Prints precision and recall by cross-validation over repositories and of the test
repositories. `--write` writes trace-weights.json in this folder. Needs Debian's python3-numpy.
"""

import argparse
import collections
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDS = 5
STEPS = 400
RATE = 0.05
PENALTY = 1.0
MIN_QUESTIONS = 4
# Smaller weights change no decision.
MIN_WEIGHT = 0.05
THRESHOLD = 0.4


def build_matrix(questions, names):
    columns = {name: index for index, name in enumerate(names)}
    rows = np.zeros((len(questions), len(names) + 1))
    rows[:, -1] = 1
    for index, question in enumerate(questions):
        for name in question["features"]:
            if name in columns:
                rows[index, columns[name]] = 1
    return rows


def fit(rows, targets):
    weights, first, second = (np.zeros(rows.shape[1]) for _ in range(3))
    for step in range(1, STEPS + 1):
        chances = 1 / (1 + np.exp(-rows @ weights))
        gradient = (rows.T @ (chances - targets) + PENALTY * weights) / len(targets)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def measure(chances, targets):
    chosen = chances >= THRESHOLD
    return {"precision": round(float(targets[chosen].mean()), 3), "recall": round(float(chosen[targets == 1].mean()), 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features")
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with open(options.features, encoding="utf-8") as lines:
        questions = [json.loads(line) for line in lines]
    tested = [question for question in questions if question["repository"] in options.test]
    fitted = [question for question in questions if question["repository"] not in options.test]
    counts = collections.Counter(name for question in fitted for name in question["features"])
    names = sorted(name for name, count in counts.items() if count >= MIN_QUESTIONS)
    rows = build_matrix(fitted, names)
    targets = np.array([float(question["isTrace"]) for question in fitted])
    repositories = sorted({question["repository"] for question in fitted})
    folds = np.array([repositories.index(question["repository"]) % FOLDS for question in fitted])
    chances = np.zeros(len(fitted))
    for fold in range(FOLDS):
        held = folds == fold
        chances[held] = 1 / (1 + np.exp(-rows[held] @ fit(rows[~held], targets[~held])))
    print("cross-validation", len(fitted), measure(chances, targets))
    weights = fit(rows, targets)
    if tested:
        chances = 1 / (1 + np.exp(-build_matrix(tested, names) @ weights))
        print("test", len(tested), measure(chances, np.array([float(question["isTrace"]) for question in tested])))
    if options.write:
        kept = {name: round(float(weight), 3) for name, weight in zip(names, weights) if abs(weight) >= MIN_WEIGHT}
        with open(os.path.join(HERE, "trace-weights.json"), "w", encoding="utf-8") as file:
            json.dump({"bias": round(float(weights[-1]), 3), "weights": kept}, file, indent=2, ensure_ascii=False)
            file.write("\n")


main()
