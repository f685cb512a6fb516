#!/usr/bin/env python3
"""Fits the ranker: `fit-ranker.py dump.jsonl [dump.jsonl ...]`, the dumps being what `npm run eval -- --set … --dump` writes.

Needs Debian's python3-xgboost and python3-numpy. Writes ranker.json beside itself. Repositories are kept apart: each is ranked by
trees fitted on the others, which gives the figures that are printed; what is written is fitted on all of them. Dumps given after
`--held` are not fitted on and only measured.
"""

import argparse
import json
import os
from collections import defaultdict

import numpy as np
import xgboost as xgb

HERE = os.path.dirname(os.path.abspath(__file__))
# A further chunk of one file counts this much less, as in rank-spans.ts.
DECAY = 0.9


def feature_names():
    """The names and their order are the program's."""
    text = open(os.path.join(HERE, "describe-candidates.ts"), encoding="utf-8").read()
    block = text.split("export const featureNames = [", 1)[1].split("] as const", 1)[0]
    return [line.strip().strip(",").strip("'") for line in block.splitlines() if "'" in line]


class Cases:
    """Chunks by case: features, whether the file and the lines were wanted, and the path."""

    def __init__(self, files, names):
        rows, wanted, groups, paths, repositories, kinds = [], [], [], [], [], []
        by_case = defaultdict(list)
        for file in files:
            with open(file, encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line)
                    if "features" in row:
                        by_case[(row["set"], row["case"])].append(row)
        for chunks in by_case.values():
            if not any(chunk["file"] for chunk in chunks):
                continue
            groups.append(len(chunks))
            repositories.append(chunks[0]["repository"])
            kinds.append(chunks[0].get("category") or chunks[0]["kind"])
            for chunk in chunks:
                rows.append([chunk["features"].get(name, 0) for name in names])
                exact = chunk["function"] if chunk["function"] is not None else chunk["target"]
                wanted.append(chunk["file"] * (2 if exact else 1))
                paths.append(chunk["path"])
        self.features = np.array(rows, dtype=np.float32)
        self.wanted = np.array(wanted, dtype=np.float32)
        self.groups = np.array(groups)
        self.starts = np.concatenate([[0], np.cumsum(self.groups)])
        self.paths = paths
        self.repositories = np.array(repositories)
        self.kinds = kinds
        self.total = len(by_case)

    def rows_of(self, cases):
        return np.concatenate([np.arange(self.starts[c], self.starts[c + 1]) for c in cases])


def figures(cases, chosen, scores, total):
    """Hits over files, best chunk first; a case none of whose files is among the candidates counts as missed."""
    at = {1: 0, 5: 0, 10: 0}
    reciprocal = exact = 0.0
    for case in chosen:
        span = range(cases.starts[case], cases.starts[case + 1])
        order = sorted(span, key=lambda row: -scores[row])
        seen = defaultdict(int)
        decayed = []
        for row in order:
            chance = 1 / (1 + np.exp(-scores[row]))
            decayed.append((chance * DECAY ** seen[cases.paths[row]], row))
            seen[cases.paths[row]] += 1
        decayed.sort(key=lambda pair: -pair[0])
        files, rank = [], None
        for _, row in decayed:
            if cases.paths[row] in files:
                continue
            files.append(cases.paths[row])
            if cases.wanted[row] > 0 and rank is None:
                rank = len(files)
        exact += any(cases.wanted[row] > 1 for _, row in decayed[:10])
        for k in at:
            at[k] += rank is not None and rank <= k
        reciprocal += 1 / rank if rank is not None and rank <= 10 else 0
    return {**{f"hit{k}": at[k] / total for k in at}, "mrr": reciprocal / total, "exact10": exact / total}


def told(result):
    return "  ".join(f"{name} {value:.3f}" for name, value in result.items())


def fit(cases, chosen, args, names):
    rows = cases.rows_of(chosen)
    data = xgb.DMatrix(cases.features[rows], label=cases.wanted[rows], feature_names=names)
    data.set_group(cases.groups[chosen])
    # Each repository counts alike, each case within it alike.
    share = {name: 1 / np.sum(cases.repositories[chosen] == name) ** 0.5 for name in set(cases.repositories[chosen])}
    data.set_weight(np.array([share[cases.repositories[case]] for case in chosen]))
    return xgb.train(
        {
            "objective": args.objective,
            "eta": args.eta,
            "max_depth": args.depth,
            "min_child_weight": args.least,
            "lambda": 2.0,
            "subsample": 0.8,
            "colsample_bytree": 0.6,
            "seed": 7,
            "nthread": 2,
            "tree_method": "hist",
        },
        data,
        num_boost_round=args.trees,
    )


def predicted(model, cases, rows, names):
    return model.predict(xgb.DMatrix(cases.features[rows], feature_names=names), output_margin=True)


def crossed(cases, args, names, folds=6):
    """Scores of each repository's chunks by trees that never saw it."""
    repositories = sorted(set(cases.repositories))
    scores = np.zeros(len(cases.features))
    for fold in range(folds):
        held = {name for at, name in enumerate(repositories) if at % folds == fold}
        inside = np.array([case for case, name in enumerate(cases.repositories) if name not in held])
        outside = np.array([case for case, name in enumerate(cases.repositories) if name in held])
        if len(outside) == 0:
            continue
        rows = cases.rows_of(outside)
        scores[rows] = predicted(fit(cases, inside, args, names), cases, rows, names)
    return scores


def write(model, names, file):
    """Trees as arrays by node, each node's expected value being that of its leaves weighed by how much reached them."""
    trees = []
    base = float(json.loads(model.save_config())["learner"]["learner_model_param"]["base_score"])
    for text in model.get_dump(dump_format="json", with_stats=True):
        tree = {"feature": [], "threshold": [], "left": [], "right": [], "value": []}

        def add(node):
            at = len(tree["feature"])
            for values, value in zip(tree.values(), (-1, 0, 0, 0, 0)):
                values.append(value)
            if "leaf" in node:
                tree["value"][at] = round(node["leaf"], 5)
                return at, node["cover"]
            children = {child["nodeid"]: child for child in node["children"]}
            left, left_cover = add(children[node["yes"]])
            right, right_cover = add(children[node["no"]])
            tree["feature"][at] = names.index(node["split"])
            tree["threshold"][at] = round(node["split_condition"], 6)
            tree["left"][at], tree["right"][at] = left, right
            cover = (left_cover + right_cover) or 1
            mean = (tree["value"][left] * left_cover + tree["value"][right] * right_cover) / cover
            tree["value"][at] = round(mean, 5)
            return at, cover

        add(json.loads(text))
        trees.append(tree)
    with open(file, "w", encoding="utf-8") as out:
        json.dump({"features": names, "base": base, "trees": trees}, out, separators=(",", ":"))
        out.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dumps", nargs="+")
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--out", default=os.path.join(HERE, "ranker.json"))
    parser.add_argument("--objective", default="rank:ndcg")
    parser.add_argument("--trees", type=int, default=120)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--eta", type=float, default=0.08)
    parser.add_argument("--least", type=float, default=1.0)
    parser.add_argument("--without", nargs="*", default=[], help="features to leave out")
    args = parser.parse_args()
    names = feature_names()
    cases = Cases(args.dumps, names)
    for name in args.without:
        cases.features[:, names.index(name)] = 0
    everything = np.arange(len(cases.groups))
    print(f"{cases.total} cases, {len(cases.groups)} with a wanted file among the candidates, {len(cases.features)} chunks")
    print("as dumped      ", told(figures(cases, everything, -np.arange(len(cases.features)) * 1e-6, cases.total)))
    print("fitted, crossed", told(figures(cases, everything, crossed(cases, args, names), cases.total)))
    model = fit(cases, everything, args, names)
    for file in args.held:
        held = Cases([file], names)
        for name in args.without:
            held.features[:, names.index(name)] = 0
        scores = predicted(model, held, np.arange(len(held.features)), names)
        chosen = np.arange(len(held.groups))
        print(os.path.basename(file))
        print("as dumped      ", told(figures(held, chosen, -np.arange(len(held.features)) * 1e-6, held.total)))
        print("fitted on others", told(figures(held, chosen, scores, held.total)))
    gains = sorted(model.get_score(importance_type="total_gain").items(), key=lambda pair: -pair[1])
    print("gain:", ", ".join(f"{name} {gain:.0f}" for name, gain in gains[:20]))
    write(model, names, args.out)


main()
