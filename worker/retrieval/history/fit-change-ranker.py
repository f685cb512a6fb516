#!/usr/bin/env python3
"""Fits the weights that rank commits for a change described in words: `fit-change-ranker.py features.jsonl [--write]`.

The features come from `npm run -s eval -- --history <clone> … --features features.jsonl`: questions are entries of release notes, right
commits those of their pull request. Needs numpy. Prints how often a right commit is first, by cross-validation over repositories; `--write`
writes change-ranker.json in this folder.

A linear softmax over the candidates of each question (conditional logit). The second set of weights does without changed words, for
histories that a host provides.
"""

import argparse
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = 250
PENALTY = 0.003
FROM_LINES = {"changes", "added", "removed", "kept", "tests", "documents", "code", "all", "removedAsAsked"}


def read_questions(file):
    with open(file, encoding="utf-8") as lines:
        return [question for question in map(json.loads, lines) if sum(question["grades"]) > 0]


def build(questions, names):
    """Stacks the candidates of all questions: features, grades, and the first row of each question."""
    rows = np.array([[features.get(name, 0) for name in names] for q in questions for features in q["features"]])
    grades = np.array([grade for q in questions for grade in q["grades"]], dtype=bool)
    starts = np.cumsum([0] + [len(q["grades"]) for q in questions])[:-1]
    return rows, grades, starts


def share(scores, starts):
    """The softmax of each question."""
    sizes = np.diff(np.append(starts, len(scores)))
    weights = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    return weights / np.repeat(np.add.reduceat(weights, starts), sizes)


def fit(questions, names):
    rows, grades, starts = build(questions, names)
    scale = rows.std(axis=0) + 1e-6
    rows = rows / scale
    weights, mean, square = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, STEPS + 1):
        scores = rows @ weights
        right = np.where(grades, scores, -1e9)
        gradient = rows.T @ (share(scores, starts) - share(right, starts)) / len(starts) + PENALTY * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        rate = 0.15 if step < STEPS * 0.7 else 0.04
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights / scale


def measure(weights, questions, names):
    """Counts the questions whose first right commit is first, and among the first three."""
    first = three = 0
    for question in questions:
        scores = np.array([[features.get(name, 0) for name in names] for features in question["features"]]) @ weights
        order = np.argsort(-scores, kind="stable")
        place = next(at for at, index in enumerate(order) if question["grades"][index])
        first += place == 0
        three += place < 3
    return np.array([first, three, len(questions)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    questions = read_questions(arguments.features)
    names = sorted({name for question in questions for name in question["features"][0]})
    repositories = sorted({question["repository"] for question in questions})
    models = {"withChanges": names, "withoutChanges": [name for name in names if name not in FROM_LINES]}
    for model, chosen in {**models, "words alone": ["words"], "changes alone": ["changes"]}.items():
        total = np.zeros(3)
        for repository in repositories:
            held_out = [question for question in questions if question["repository"] == repository]
            rest = [question for question in questions if question["repository"] != repository]
            counts = measure(fit(rest, chosen), held_out, chosen)
            total += counts
            if model == "withChanges":
                print(f"  {repository}: first {counts[0] / counts[2]:.2f}, in three {counts[1] / counts[2]:.2f} of {counts[2]}")
        print(f"{model}: first {total[0] / total[2]:.3f}, in three {total[1] / total[2]:.3f} of {int(total[2])}")
    if arguments.write:
        fitted = {
            model: {name: round(float(weight), 3) for name, weight in zip(chosen, fit(questions, chosen))}
            for model, chosen in models.items()
        }
        with open(os.path.join(HERE, "change-ranker.json"), "w", encoding="utf-8") as file:
            file.write(json.dumps(fitted, indent=2) + "\n")


if __name__ == "__main__":
    main()
