#!/usr/bin/env python3
"""Fits the trees that rank definitions: `fit-definition-ranker.py features.jsonl [--test REPOSITORY …] [--without PREFIX …] [--write]`.

To compare: `--trees N`, `--share FRACTION` of the weighted sum (0: trees alone), `--training N` repositories of each fold.

The features come from `npm run eval -- --explain SET --features features.jsonl`. Needs Debian's python3-xgboost and python3-numpy. Prints the
figures by cross-validation over repositories, and those of the test repositories, which are never fitted. `--write` writes
definition-ranker.json in this folder, fitted to all repositories but the test ones.

First a weighted sum is fitted by a softmax over the definitions of each question (Cao et al., "Learning to Rank: From Pairwise Approach to Listwise
Approach", 2007). Trees start at a fraction of it and add what it lacks: LambdaMART, gradient-boosted trees with the gradient of nDCG (Burges, "From
RankNet to LambdaRank to LambdaMART", 2010). Several fits of the trees with other seeds are added up, because one fit varies by several points of hit@1.
"""

import argparse
import json
import os

import numpy as np
import xgboost

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "../../../test/worker/retrieval/definitions")
FOLDS = 4
SEEDS = 3
TREES = 100
# Fraction of the weighted sum at which the trees start.
LINEAR_SHARE = 0.5
LINEAR_STEPS = 150
LINEAR_RATE = 0.05
LINEAR_PENALTY = 0.01
PARAMETERS = {
    "objective": "rank:ndcg",
    "max_depth": 4,
    "eta": 0.08,
    "subsample": 0.7,
    "colsample_bytree": 0.5,
    "min_child_weight": 5,
    "lambda": 5,
    "tree_method": "hist",
    "max_bin": 64,
    "nthread": 1,
}


def read_questions(file):
    questions = []
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            question = json.loads(line)
            if question["features"]:
                questions.append(question)
    return questions


def build_rows(questions, names):
    rows = [[features.get(name, 0) for name in names] for question in questions for features in question["features"]]
    return np.array(rows, dtype=np.float32)


def fit_weights(questions, names, share):
    """Weights by feature, and the means of the features. Adam (Kingma and Ba, 2015) on standardized features."""
    rows = build_rows(questions, names).astype(np.float64)
    means, deviations = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    graded = [question for question in questions if max(question["grades"]) > 0]
    groups = [(build_rows([question], names) - means) / deviations for question in graded]
    targets = [np.array(question["grades"]) / sum(question["grades"]) for question in graded]
    weights, first, second = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, LINEAR_STEPS + 1):
        gradient = LINEAR_PENALTY * weights
        for group, target in zip(groups, targets):
            sums = group @ weights
            chances = np.exp(sums - sums.max())
            gradient += group.T @ (chances / chances.sum() - target) / len(groups)
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        weights -= LINEAR_RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return share * weights / deviations, means


def build_matrix(questions, names, linear):
    rows = build_rows(questions, names)
    weights, means = linear
    grades = [grade for question in questions for grade in question["grades"]]
    margins = (rows - means) @ weights
    matrix = xgboost.DMatrix(rows, label=grades, feature_names=names, base_margin=margins.astype(np.float32))
    matrix.set_group([len(question["grades"]) for question in questions])
    return matrix


def fit(questions, names, trees=TREES, share=LINEAR_SHARE):
    linear = fit_weights(questions, names, share)
    matrix = build_matrix(questions, names, linear)
    return linear, [xgboost.train({**PARAMETERS, "seed": seed}, matrix, trees) for seed in range(SEEDS)]


def score(ranker, questions, names):
    linear, models = ranker
    matrix = build_matrix(questions, names, linear)
    # Each prediction contains the weighted sum, which counts once for each model.
    sums = np.sum([model.predict(matrix, output_margin=True) for model in models], axis=0)
    ends = np.cumsum([len(question["grades"]) for question in questions])
    return np.split(sums, ends[:-1])


def measure(questions, scores):
    values = {"hit1": [], "hit5": [], "hit10": [], "recall10": [], "recall20": [], "recall60": []}
    for question, sums in zip(questions, scores):
        ranks = np.empty(len(sums), dtype=int)
        ranks[np.argsort(-sums, kind="stable")] = np.arange(len(sums))
        best = [min((ranks[index] for index in found), default=len(sums) + 1000) for found in question["essential"]]
        for count in (1, 5, 10):
            values[f"hit{count}"].append(min(best) < count)
        for count in (10, 20, 60):
            values[f"recall{count}"].append(np.mean([rank < count for rank in best]))
    return {name: round(float(np.mean(found)), 3) for name, found in values.items()}


def cross_validate(questions, names, training=None, **settings):
    """@param training maximum repositories that each fold is fitted to"""
    repositories = sorted({question["repository"] for question in questions})
    scores = {}
    for fold in range(FOLDS):
        held = {name for index, name in enumerate(repositories) if index % FOLDS == fold}
        used = [name for name in repositories if name not in held][:training]
        ranker = fit([question for question in questions if question["repository"] in used], names, **settings)
        tested = [question for question in questions if question["repository"] in held]
        for question, sums in zip(tested, score(ranker, tested, names)):
            scores[question["id"]] = sums
    return measure(questions, [scores[question["id"]] for question in questions])


def list_columns(tree, names):
    """The nodes in columns, each node before its children, which are neighbors. `means` are the values expected at the nodes."""
    order, columns = [tree], {"features": [], "values": [], "children": [], "means": []}
    for node in order:
        columns["means"].append(round(expected_value(node), 5))
        if "leaf" in node:
            columns["features"].append(-1)
            columns["values"].append(node["leaf"])
            columns["children"].append(0)
            continue
        by_id = {child["nodeid"]: child for child in node["children"]}
        columns["features"].append(names.index(node["split"]))
        columns["values"].append(node["split_condition"])
        columns["children"].append(len(order))
        order += [by_id[node["yes"]], by_id[node["no"]]]
    return columns


def expected_value(node):
    if "leaf" in node:
        return node["leaf"]
    cover = sum(child["cover"] for child in node["children"])
    return sum(child["cover"] * expected_value(child) for child in node["children"]) / cover


def export(ranker, names):
    (weights, means), models = ranker
    trees = [json.loads(tree) for model in models for tree in model.get_dump(dump_format="json", with_stats=True)]
    return {
        "featureNames": names,
        "weights": [float(f"{weight * len(models):.6g}") for weight in weights],
        "averages": [float(f"{mean:.6g}") for mean in means],
        "trees": [list_columns(tree, names) for tree in trees],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features")
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--trees", type=int, default=TREES)
    parser.add_argument("--share", type=float, default=LINEAR_SHARE)
    parser.add_argument("--training", type=int)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    questions = read_questions(options.features)
    names = [
        name
        for name in questions[0]["features"][0]
        if not any(name.startswith(prefix) for prefix in options.without)
    ]
    fitted = [question for question in questions if question["repository"] not in options.test]
    tested = [question for question in questions if question["repository"] in options.test]
    settings = {"trees": options.trees, "share": options.share}
    print("cross-validation", len(fitted), cross_validate(fitted, names, options.training, **settings))
    ranker = fit(fitted, names, **settings)
    if tested:
        print("test", len(tested), measure(tested, score(ranker, tested, names)))
    if options.write:
        with open(os.path.join(HERE, "definition-ranker.json"), "w", encoding="utf-8") as file:
            json.dump(export(ranker, names), file, separators=(",", ":"))
            file.write("\n")
        # Predictions of the first question, to which a test compares the evaluator.
        first = fitted[0]
        sample = {"features": first["features"][:20], "sums": [float(s) for s in score(ranker, [first], names)[0][:20]]}
        with open(os.path.join(TESTS, "definition-ranker-sample.json"), "w", encoding="utf-8") as file:
            json.dump(sample, file, separators=(",", ":"))
            file.write("\n")


main()
