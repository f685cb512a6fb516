#!/usr/bin/env python3
"""Fits the classes of questions: `fit-classes.py results.jsonl --fit SET … [--held SET …] [--write]`.

The results are what `npm run eval -- --classes SET --out` writes, with the cues of each question. Needs Debian's python3-numpy. Writes
class-weights.ts beside itself with `--write`. Each repository of the sets fitted on is judged by weights fitted on the others; the
penalty is the one that does best so. What is too broad is told by rules: such questions are not fitted on.
"""

import argparse
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
CLASSES = ["how", "lookup", "why", "impact", "exhaustive", "docs"]
RIDGES = [0.12, 0.25, 0.5, 1]


def read(file, sets):
    with open(file, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    return [case for case in cases if case["set"] in sets and case["wanted"] in CLASSES]


def matrix(cases, cues):
    return np.array([[cue in case["cues"] for cue in cues] for case in cases], dtype=float)


def labels(cases):
    return np.array([CLASSES.index(case["wanted"]) for case in cases])


def shares(x, weights, bias):
    sums = x @ weights + bias
    exp = np.exp(sums - sums.max(axis=1, keepdims=True))
    return exp / exp.sum(axis=1, keepdims=True)


def fit(x, y, ridge, steps=1000, rate=0.05):
    """Gradient descent with momentum on the penalised likelihood; it is convex."""
    weights, bias = np.zeros((x.shape[1], len(CLASSES))), np.zeros(len(CLASSES))
    moved, moved_bias = np.zeros_like(weights), np.zeros_like(bias)
    wanted = np.eye(len(CLASSES))[y]
    for _ in range(steps):
        error = (shares(x, weights, bias) - wanted) / len(y)
        moved = 0.9 * moved - rate * (x.T @ error + ridge * weights / len(y))
        moved_bias = 0.9 * moved_bias - rate * error.sum(axis=0)
        weights, bias = weights + moved, bias + moved_bias
    return weights, bias


def crossed(cases, cues, ridge):
    """The share of each class in each case, by weights fitted on the other repositories."""
    x, y = matrix(cases, cues), labels(cases)
    told = np.zeros((len(y), len(CLASSES)))
    repos = np.array([case["repo"] for case in cases])
    for repo in sorted(set(repos)):
        out = repos == repo
        weights, bias = fit(x[~out], y[~out], ridge)
        told[out] = shares(x[out], weights, bias)
    return told


def loss(told, y):
    return -np.log(told[np.arange(len(y)), y]).mean()


def write(cues, weights, bias):
    rows = [f"  {cue}: [{', '.join(f'{value:.2f}' for value in row)}]," for cue, row in zip(cues, weights)]
    text = [
        "/** Written by fit-classes.py: what each cue adds to each class, in the order of `biases`. A cue no question had weighs nothing. */",
        "",
        "import type { QuestionCue } from './question-cues.ts';",
        "",
        "export type WeighedClass = " + " | ".join(f"'{name}'" for name in CLASSES) + ";",
        "",
        "export const biases: readonly (readonly [WeighedClass, number])[] = [",
        *[f"  ['{name}', {value:.2f}]," for name, value in zip(CLASSES, bias)],
        "];",
        "",
        "export const cueWeights: Readonly<Partial<Record<QuestionCue, readonly number[]>>> = {",
        *rows,
        "};",
    ]
    with open(os.path.join(HERE, "class-weights.ts"), "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--misses", action="store_true", help="what the sets fitted on are taken for, wrongly, when left out")
    options = parser.parse_args()
    cases = read(options.results, options.fit)
    cues = sorted({cue for case in cases for cue in case["cues"]})
    y = labels(cases)
    told = {ridge: crossed(cases, cues, ridge) for ridge in RIDGES}
    for ridge in RIDGES:
        right = (told[ridge].argmax(axis=1) == y).mean()
        print(f"ridge {ridge}: {right:.3f} of {len(y)} right, log loss {loss(told[ridge], y):.3f}, each repository by the others")
    ridge = min(RIDGES, key=lambda one: loss(told[one], y))
    if options.misses:
        for case, wanted, found in zip(cases, y, told[ridge].argmax(axis=1)):
            if wanted != found:
                print(f"  {CLASSES[wanted]} taken for {CLASSES[found]}: {case['query']}  {case['cues']}")
    weights, bias = fit(matrix(cases, cues), y, ridge)
    held = read(options.results, options.held)
    for name, of in (("fitted on", cases), ("held out", held)):
        if of:
            found = shares(matrix(of, cues), weights, bias).argmax(axis=1)
            print(f"{name}: {(found == labels(of)).mean():.3f} of {len(of)} right with ridge {ridge}")
    if options.write:
        write(cues, weights, bias)


if __name__ == "__main__":
    main()
