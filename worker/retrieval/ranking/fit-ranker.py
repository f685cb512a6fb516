#!/usr/bin/env python3
"""Fits the ranker: `fit-ranker.py dump.jsonl [dump.jsonl ...]`, with dumps from `npm run eval -- --set … --dump`.

Needs Debian's python3-numpy. Writes ranker.json in this folder. Maximizes the probability of the expected files among all found files: the loss
is the negative log of a softmax over files, where a file's score is a smooth maximum of its chunks' scores. A fraction of the loss is the same
over chunks that contain the expected lines. A repository weighs the square root of its number of cases, and a kind of case its entry in SHARES.

Fits twice: `weights` on the results of words and vectors, and `words` on the same cases without vectors.

First prints each repository ranked with weights fitted on the others. The written weights are fitted on all repositories. Dumps after
`--held` are only measured.
"""

import argparse
import json
import os
from collections import defaultdict

import numpy as np

from words_alone import drop_vectors

HERE = os.path.dirname(os.path.abspath(__file__))
# As in rank-spans.ts and ranker.ts.
DECAY, STEEPNESS = 0.5, 0.25
# Sharpness of the smooth maximum over the chunks of a file; a higher value is closer to the best chunk alone.
SHARPNESS = 8
# Total weight of each kind of case.
SHARES = {"change": 0.55, "concept": 0.3, "documentation": 0.15}
# Fixed weights: no mined case asks where a name is defined, asks for tests, examples or documents, or finds many translations. For
# configuration, any weight from 1 to -1 ranks equally well, and workflows are not useful among the first results.
FIXED_WEIGHTS = {"isAskedFor": 0.5, "definesAsked": 3.0, "isTranslation": -4.5, "isConfig": -1.0}


def feature_names():
    text = open(os.path.join(HERE, "feature-names.ts"), encoding="utf-8").read()
    block = text.split("export const featureNames = [", 1)[1].split("] as const", 1)[0]
    return [line.strip().strip(",").strip("'") for line in block.splitlines() if "'" in line]


class Cases:
    def __init__(self, files, names):
        by_case = defaultdict(list)
        for file in files:
            with open(file, encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line)
                    if "features" in row:
                        by_case[(row["set"], row["case"])].append(row)
        features, expected, self.paths, repositories, kinds, counts = [], [], [], [], [], []
        for chunks in by_case.values():
            first = chunks[0]
            counts.append(len(chunks))
            repositories.append(first["repository"])
            kinds.append("documentation" if first.get("category") == "documentation" else first["kind"])
            for chunk in chunks:
                features.append([chunk["features"].get(name, 0) for name in names])
                exact = chunk["function"] if chunk["function"] is not None else chunk["target"]
                expected.append(chunk["file"] * (2 if exact else 1))
                self.paths.append(chunk["path"])
        self.features = np.array(features, dtype=np.float32)
        self.expected = np.array(expected, dtype=np.int8)
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        # Files are numbered in the order of their cases, so the files of one case are contiguous.
        self.files = np.empty(len(self.paths), dtype=np.int64)
        for case in range(len(counts)):
            self.files[self.rows(case)] = np.unique(self.paths[self.rows(case)], return_inverse=True)[1] + 1000 * case
        self.repositories, self.kinds = np.array(repositories), np.array(kinds)
        self.answerable = np.maximum.reduceat(self.expected, self.starts[:-1]) > 0
        sizes = {name: np.sum(self.repositories == name) for name in set(repositories)}
        self.weights = np.array([sizes[name] ** -0.5 for name in repositories])
        for kind in set(kinds):
            chosen = self.kinds == kind
            self.weights[chosen] *= SHARES.get(kind, 0.3) / self.weights[chosen].sum()

    def rows(self, case):
        return slice(self.starts[case], self.starts[case + 1])


class Groups:
    """Contiguous groups of rows, with pooled scores per group."""

    def __init__(self, of):
        self.order = np.argsort(of, kind="stable")
        sorted_of = of[self.order]
        self.starts = np.flatnonzero(np.r_[True, sorted_of[1:] != sorted_of[:-1]])
        self.of = np.repeat(np.arange(len(self.starts)), np.diff(np.r_[self.starts, len(of)]))

    def pooled(self, sums, sharpness):
        """The smooth maximum of each group, and each row's contribution to it."""
        ordered = sums[self.order]
        best = np.maximum.reduceat(ordered, self.starts)
        powers = np.exp(sharpness * (ordered - best[self.of]))
        totals = np.add.reduceat(powers, self.starts)
        parts = np.empty_like(sums)
        parts[self.order] = powers / totals[self.of]
        return best + np.log(totals) / sharpness, parts


def compute_slopes(sums, starts, case_of, target):
    """Gradient of the negative log probability of the expected rows, over the cases that have any."""
    powers = np.exp(sums - np.maximum.reduceat(sums, starts)[case_of])
    chance = powers / np.add.reduceat(powers, starts)[case_of]
    hit = powers * target
    total = np.add.reduceat(hit, starts)[case_of]
    return np.where(total > 0, chance - hit / np.maximum(total, 1e-12), 0)


def fit(cases, chosen, names, rounds=250, rate=0.05, ridge=1e-2, exact_share=0.2):
    rows = np.concatenate([np.arange(cases.starts[case], cases.starts[case + 1]) for case in chosen])
    counts = np.array([cases.starts[case + 1] - cases.starts[case] for case in chosen])
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1]
    case_of = np.repeat(np.arange(len(chosen)), counts)
    # A lower bound, so that rare features are not scaled up.
    spread = np.maximum(cases.features[rows].std(0), 0.05)
    x = cases.features[rows] / spread
    fixed = np.array([FIXED_WEIGHTS.get(name, 0) for name in names], dtype=np.float32) * spread
    fitted = np.array([name not in FIXED_WEIGHTS for name in names])
    x[np.ix_(x[:, names.index("isAskedFor")] > 0, fitted)] = 0
    files = Groups(cases.files[rows])
    file_row = files.order[files.starts]
    file_case = case_of[file_row]
    file_starts = np.flatnonzero(np.r_[True, file_case[1:] != file_case[:-1]])
    file_expected, exact = cases.expected[rows][file_row] > 0, cases.expected[rows] > 1
    weight = cases.weights[chosen] / cases.weights[chosen].sum()
    file_of_row = np.empty(len(rows), dtype=np.int64)
    file_of_row[files.order] = files.of
    theta, mean, square = fixed.copy(), np.zeros_like(fixed), np.zeros_like(fixed)
    for step in range(1, rounds + 1):
        sums = x @ theta
        scores, parts = files.pooled(sums, SHARPNESS)
        slope = compute_slopes(scores, file_starts, file_case, file_expected)[file_of_row] * parts * (1 - exact_share)
        slope += compute_slopes(sums, starts, case_of, exact) * exact_share
        gradient = x.T @ (slope * weight[case_of]).astype(np.float32) + ridge * theta
        gradient *= fitted
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        theta -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return theta / spread


def rank_case(cases, case, scores):
    """The rank of the first expected file, and whether the first ten chunks contain expected lines, after the decay within a file."""
    span = cases.rows(case)
    rows = np.argsort(-scores[span], kind="stable") + span.start
    seen, decayed = defaultdict(int), []
    for row in rows:
        decayed.append((scores[row] * DECAY ** seen[cases.paths[row]], row))
        seen[cases.paths[row]] += 1
    decayed.sort(key=lambda pair: -pair[0])
    files = {}
    for _, row in decayed:
        files.setdefault(cases.paths[row], cases.expected[row] > 0)
    place = next((at for at, is_expected in enumerate(files.values(), 1) if is_expected), 10**6)
    return place, any(cases.expected[row] > 1 for _, row in decayed[:10])


def describe(cases, chosen, sums):
    scores = np.exp(STEEPNESS * (sums - sums.max()))
    found = np.array([rank_case(cases, case, scores) for case in chosen])
    places, exact = found[:, 0], found[:, 1]
    hits = "  ".join(f"hit{k} {np.mean(places <= k):.3f}" for k in (1, 5, 10))
    return f"{hits}  mrr {np.mean(np.where(places <= 10, 1 / places, 0)):.3f}  lines10 {exact.mean():.3f}  of {len(chosen)}"


def cross_validate(cases, names, folds=6):
    repositories = sorted(set(cases.repositories))
    sums = np.zeros(len(cases.features), dtype=np.float32)
    for fold in range(folds):
        held = np.isin(cases.repositories, repositories[fold::folds])
        weights = fit(cases, np.flatnonzero(~held & cases.answerable), names)
        for case in np.flatnonzero(held):
            sums[cases.rows(case)] = cases.features[cases.rows(case)] @ weights
    return sums


def fit_and_measure(label, drop_features, cases, held):
    """Returns weights by name, fitted on all cases, and prints how they perform on the held-out cases."""
    names = feature_names()
    cases = drop_features(cases)
    sums = cross_validate(cases, names)
    for kind in sorted(set(cases.kinds)):
        print(f"{label:8} {kind:14}", describe(cases, np.flatnonzero(cases.kinds == kind), sums), flush=True)
    weights = fit(cases, np.flatnonzero(cases.answerable), names)
    for file, others in held.items():
        others = drop_features(others)
        print(label, file, describe(others, np.arange(len(others.kinds)), others.features @ weights), flush=True)
    return {name: round(float(weight), 4) for name, weight in zip(names, weights) if abs(weight) >= 0.005}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dumps", nargs="+")
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--out", default=os.path.join(HERE, "ranker.json"))
    args = parser.parse_args()
    names = feature_names()
    cases = Cases(args.dumps, names)
    held = {os.path.basename(file): Cases([file], names) for file in args.held}
    variants = {"weights": lambda cases: cases, "words": lambda cases: drop_vectors(cases, names)}
    with open(args.out, "w", encoding="utf-8") as out:
        json.dump({name: fit_and_measure(name, drop_features, cases, held) for name, drop_features in variants.items()}, out, indent=2)
        out.write("\n")


main()
