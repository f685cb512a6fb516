#!/usr/bin/env python3
"""Fits the weights that estimate whether a repository contains an answer: `fit-confidence.py results.jsonl --fit SET … --held SET …`.

The results come from `npm run eval -- --ablate none,dense --out`, with and without vectors; their signals are in `estimate`. Needs Debian's
python3-numpy. `--write` writes confidence-weights.ts in this folder. Cases that a rule decided are counted but not fitted. For the printed
figures, each repository of the fitted sets is scored with weights fitted on the other repositories.
"""

import argparse
import json
import os
from collections import defaultdict

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
NEARNESS = {"nearest", "nearest5"}
SYSTEMS = {"dense": "none", "words": "dense"}
OLD_BELOW, OLD_LOW = 0.48, 0.65


def signal_names():
    """Signal names, in the order of confidence-signals.ts."""
    text = open(os.path.join(HERE, "confidence-signals.ts"), encoding="utf-8").read()
    block = text.split("export const signalNames = [", 1)[1].split("] as const", 1)[0]
    return [line.strip().strip(",").strip("'") for line in block.splitlines() if "'" in line]


def read_cases(files, system):
    cases = []
    for file in files:
        with open(file, encoding="utf-8") as lines:
            cases.extend(case for case in map(json.loads, lines) if case["system"] == system)
    return cases


def find_group(case):
    """Separates out-of-scope questions that name an identifier, since an identifier can be looked up."""
    if case["answerable"]:
        return "answerable"
    names = "`" in case["query"] or case["category"] == "absent-symbol"
    return "out of scope, names an identifier" if names else "out of scope, names no identifier"


def signal_matrix(cases, names):
    return np.array([[case["estimate"][name] for name in names] for case in cases], dtype=float)


def balance_weights(cases):
    """Weights that sum to the same total for answerable and for out-of-scope cases."""
    weights = np.ones(len(cases))
    answerable = np.array([case["answerable"] for case in cases])
    for group in (answerable, ~answerable):
        if group.any():
            weights[group] *= len(cases) / 2 / weights[group].sum()
    return weights


def fit(x, y, weights, ridge):
    """Newton's method on the penalized likelihood of standardized signals. Returns bias and weights for the original signals."""
    middle, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale < 1e-9] = 1
    z = np.hstack([np.ones((len(x), 1)), (x - middle) / scale])
    penalty = np.diag([1e-6] + [ridge] * x.shape[1])
    beta = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(z @ beta)))
        gradient = z.T @ (weights * (y - p)) - penalty @ beta
        hessian = (z * (weights * p * (1 - p))[:, None]).T @ z + penalty
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    plain = beta[1:] / scale
    return beta[0] - plain @ middle, plain


def probability(x, model):
    bias, weights = model
    return 1 / (1 + np.exp(-(bias + x @ weights)))


def fit_model(cases, names, ridge):
    y = np.array([float(case["answerable"]) for case in cases])
    return fit(signal_matrix(cases, names), y, balance_weights(cases), ridge)


def cross_validate(cases, names, ridge):
    result = np.zeros(len(cases))
    repositories = np.array([case["repository"] for case in cases])
    for repository in sorted(set(repositories)):
        training = [case for case in cases if case["repository"] != repository]
        at = np.flatnonzero(repositories == repository)
        result[at] = probability(signal_matrix([cases[i] for i in at], names), fit_model(training, names, ridge))
    return result


def decide(cases, probabilities, below, low):
    """Confidence of each case: from the rule if one decided, else from the probability."""
    by_probability = iter(probabilities)
    confidences = []
    for case in cases:
        if "estimate" not in case:
            confidences.append(case["confidence"])
            continue
        p = next(by_probability)
        confidences.append("out-of-scope" if p < below else "low" if p < low else "high")
    return confidences


def confidence_before(case):
    """The earlier confidence rule, which used only the fraction of matched words."""
    if "estimate" not in case:
        return case["confidence"]
    signals = case["estimate"]
    covered = 0.6 * signals["best"] + 0.4 * signals["all"]
    if covered < OLD_BELOW:
        return "out-of-scope"
    sure = signals["best"] >= 0.55 and signals["unshown"] == 0
    return "high" if covered >= OLD_LOW and sure else "low"


def count_cases(cases, confidences):
    """Number of cases by set, group and confidence."""
    counts = defaultdict(lambda: defaultdict(int))
    for case, confidence in zip(cases, confidences):
        counts[(case["set"], find_group(case))][confidence] += 1
    return counts


def print_table(name, cases, confidences):
    """Prints one line per set and group. Declined answerable cases and answered out-of-scope cases are errors."""
    then, now = count_cases(cases, [confidence_before(case) for case in cases]), count_cases(cases, confidences)
    print(f"\n{name}\n\n| set | group | cases | declined before | declined | low | high |\n|---|---|---|---|---|---|---|")
    for key in sorted(now):
        total = sum(now[key].values())
        declined = [f"{count} ({100 * count / total:.0f} %)" for count in (then[key]["out-of-scope"], now[key]["out-of-scope"])]
        print(f"| {' | '.join(key)} | {total} | {' | '.join(declined)} | {now[key]['low']} | {now[key]['high']} |")


def print_tradeoff(title, cases, probabilities):
    """Prints the fraction that each threshold declines: of answerable cases (wrongly) and of out-of-scope cases without an identifier (rightly)."""
    print(f"\n{title}\n\n| declined below | answerable | out of scope, no identifier |\n|---|---|---|")
    for below in np.arange(0.15, 0.61, 0.05):
        confidences = decide(cases, probabilities, below, 1)
        declined = []
        for group in ("answerable", "out of scope, names no identifier"):
            of_group = [confidence for case, confidence in zip(cases, confidences) if find_group(case) == group]
            declined.append(100 * of_group.count("out-of-scope") / max(1, len(of_group)))
        print(f"| {below:.2f} | {declined[0]:.1f} % | {declined[1]:.1f} % |")


def write_weights(models, names):
    def confidences(name):
        chosen, (bias, weights) = names[name], models[name]
        lines = "".join(f"      {one}: {weight:.4f},\n" for one, weight in zip(chosen, weights))
        return f"  {name}: {{\n    bias: {bias:.4f},\n    weights: {{\n{lines}    }},\n  }},\n"

    file = os.path.join(HERE, "confidence-weights.ts")
    head = open(file, encoding="utf-8").read().split("export const confidenceWeights", 1)[0]
    with open(file, "w", encoding="utf-8") as out:
        out.write(head)
        out.write("export const confidenceWeights: Readonly<Record<'dense' | 'words', ConfidenceWeights>> = {\n")
        out.write("".join(confidences(name) for name in models) + "};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+")
    parser.add_argument("--fit", nargs="+", required=True, help="names of the sets to fit on")
    parser.add_argument("--held", nargs="*", default=[], help="names of the sets that are only measured")
    parser.add_argument("--ridge", type=float, default=10.0)
    parser.add_argument("--below", type=float, default=0.4, help="OUT_OF_SCOPE_BELOW")
    parser.add_argument("--low", type=float, default=0.65, help="LOW_CONFIDENCE_BELOW")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    models, chosen = {}, {}
    for name, system in SYSTEMS.items():
        cases = [case for case in read_cases(args.results, system) if case["set"] in args.fit + args.held]
        chosen[name] = [one for one in signal_names() if name == "dense" or one not in NEARNESS]
        estimated = [case for case in cases if "estimate" in case]
        fitted_cases = [case for case in estimated if case["set"] in args.fit]
        models[name] = fit_model(fitted_cases, chosen[name], args.ridge)
        # Held-out cases use the written weights; fitted cases use weights that have not seen their repository.
        by_case = dict(zip(map(id, estimated), probability(signal_matrix(estimated, chosen[name]), models[name])))
        by_case.update(zip(map(id, fitted_cases), cross_validate(fitted_cases, chosen[name], args.ridge)))
        print_table(name, cases, decide(cases, list(by_case.values()), args.below, args.low))
        of_fit = [case for case in cases if case["set"] in args.fit]
        print_tradeoff(f"{name}, sets fitted on, by threshold", of_fit, [by_case[id(case)] for case in fitted_cases])
    if args.write:
        write_weights(models, chosen)


if __name__ == "__main__":
    main()
