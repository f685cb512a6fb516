#!/usr/bin/env python3
"""Fits the trees that score lines of a definition: `fit-line-scorer.py lines.jsonl [--write]`.

The features come from `npm run eval -- --explain SET --line-labels LABELS --features lines.jsonl`: readers marked the lines of 384 definitions
that they would quote to answer a question. Needs Debian's python3-xgboost and python3-numpy. Prints figures by cross-validation over repositories:
how often the chosen block has a marked line, the fraction of its lines that are marked, and the fraction of the best marked block that it shows.
`--write` writes line-scorer.json in this folder.
"""

import argparse
import json
import os

import numpy as np
import xgboost

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "../../../test/worker/retrieval/excerpts")
FOLDS = 5
SEEDS = 2
TREES = 150
THRESHOLD = 0.25
MAX_LINES = 12
MIN_LINES = 3
SHORT_COST = 0.15
# By rank of the marked block; lines outside any block have 0.
TARGETS = [0, 1, 0.8, 0.6]
PARAMETERS = {
    "objective": "binary:logistic",
    "max_depth": 4,
    "eta": 0.07,
    "subsample": 0.7,
    "colsample_bytree": 0.5,
    "min_child_weight": 8,
    "lambda": 5,
    "tree_method": "hist",
    "max_bin": 64,
    "nthread": 1,
    "base_score": 0.5,
}


def read_definitions(file):
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def build_rows(definitions, names):
    rows, targets = [], []
    for definition in definitions:
        for line in definition["lines"]:
            if line["kind"] != "blank":
                rows.append([line["features"].get(name, 0) for name in names])
                targets.append(TARGETS[min(3, line["block"])])
    return np.array(rows, dtype=np.float32), np.array(targets)


def fit(definitions, names):
    rows, targets = build_rows(definitions, names)
    matrix = xgboost.DMatrix(rows, label=targets, feature_names=names)
    return [xgboost.train({**PARAMETERS, "seed": seed}, matrix, TREES) for seed in range(SEEDS)]


def score(models, definitions, names):
    rows, _ = build_rows(definitions, names)
    matrix = xgboost.DMatrix(rows, feature_names=names)
    margins = np.mean([model.predict(matrix, output_margin=True) for model in models], axis=0)
    scores = iter(1 / (1 + np.exp(-margins)))
    return [[0.0 if line["kind"] == "blank" else float(next(scores)) for line in d["lines"]] for d in definitions]


def choose_block(lines, scores):
    best = (-np.inf, 0, 0)
    for start, first in enumerate(lines):
        if first["kind"] in ("blank", "closing"):
            continue
        total = 0.0
        for end in range(start, min(len(lines), start + MAX_LINES)):
            is_blank = lines[end]["kind"] == "blank"
            total += -THRESHOLD / 2 if is_blank else scores[end] - THRESHOLD
            if not is_blank:
                short = SHORT_COST * max(0, MIN_LINES - (end - start + 1))
                best = max(best, (total - short, start, end))
    return best


def measure(questions, scored):
    hits, precision, recall = [], [], []
    for definitions in questions.values():
        blocks = [(choose_block(d["lines"], scored[d["key"]]), d) for d in definitions]
        (_, start, end), best = max(blocks, key=lambda block: block[0])
        marked = [line["block"] for line in best["lines"]]
        shown = marked[start : end + 1]
        first = sum(line["block"] == 1 for d in definitions for line in d["lines"])
        hits.append(any(shown))
        precision.append(sum(block > 0 for block in shown) / len(shown))
        recall.append(sum(block == 1 for block in shown) / max(1, first))
    return {name: round(float(np.mean(v)), 3) for name, v in (("hit", hits), ("precision", precision), ("recall", recall))}


def cross_validate(definitions, names):
    repositories = sorted({d["repository"] for d in definitions})
    scored = {}
    for fold in range(FOLDS):
        held = {name for index, name in enumerate(repositories) if index % FOLDS == fold}
        models = fit([d for d in definitions if d["repository"] not in held], names)
        tested = [d for d in definitions if d["repository"] in held]
        scored.update({d["key"]: s for d, s in zip(tested, score(models, tested, names))})
    questions = {}
    for definition in definitions:
        questions.setdefault(definition["id"], []).append(definition)
    return measure(questions, scored)


def list_columns(tree, names):
    """The nodes in columns, each node before its children, which are neighbors."""
    order, columns = [tree], {"features": [], "values": [], "children": [], "means": []}
    for node in order:
        columns["means"].append(0)
        if "leaf" in node:
            columns["features"].append(-1)
            columns["values"].append(float(f"{node['leaf'] / SEEDS:.6g}"))
            columns["children"].append(0)
            continue
        by_id = {child["nodeid"]: child for child in node["children"]}
        columns["features"].append(names.index(node["split"]))
        columns["values"].append(node["split_condition"])
        columns["children"].append(len(order))
        order += [by_id[node["yes"]], by_id[node["no"]]]
    return columns


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    definitions = read_definitions(options.features)
    for index, definition in enumerate(definitions):
        definition["key"] = index
    names = sorted({name for d in definitions for line in d["lines"][:1] for name in line["features"]})
    print("cross-validation", len({d["id"] for d in definitions}), cross_validate(definitions, names))
    if options.write:
        models = fit(definitions, names)
        trees = [json.loads(tree) for model in models for tree in model.get_dump(dump_format="json")]
        fitted = {
            "featureNames": names,
            "weights": [0] * len(names),
            "averages": [0] * len(names),
            "trees": [list_columns(tree, names) for tree in trees],
        }
        with open(os.path.join(HERE, "line-scorer.json"), "w", encoding="utf-8") as file:
            json.dump(fitted, file, separators=(",", ":"))
            file.write("\n")
        # Predictions for lines of the first definition, to which a test compares the evaluator.
        first = definitions[0]
        scores = score(models, [first], names)[0]
        sample = [
            {"features": line["features"], "score": s}
            for line, s in zip(first["lines"], scores)
            if line["kind"] != "blank"
        ]
        os.makedirs(TESTS, exist_ok=True)
        with open(os.path.join(TESTS, "line-scorer-sample.json"), "w", encoding="utf-8") as file:
            json.dump(sample[:20], file, separators=(",", ":"))
            file.write("\n")


main()
