"""Derives the training cases that a search without vectors would produce from the cases of a search with vectors."""

import copy
import os

import numpy as np

# As in the retrieval code: weight of the lexical list, maximum number of further pieces, and the number of chunks at which `fileChunks` is 1.
LEXICAL_WEIGHT, MAX_FURTHER, MAX_CHUNKS = 0.5, 5, 20
OF_VECTORS = ("dense", "densePlace", "fileDense")
OTHER_ROLES = ("isTest", "isExample", "isDocs", "isTranslation", "isConfig")


def sum_next_best(groups, scores):
    """For each row's group, the sum of the next best scores after the first, as a fraction of its maximum."""
    order = np.lexsort((-scores, groups))
    starts = np.flatnonzero(np.r_[True, groups[order][1:] != groups[order][:-1]])
    group_of = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(groups)]))
    places = np.arange(len(groups)) - starts[group_of]
    sums = np.bincount(group_of, weights=scores[order] * ((places > 0) & (places <= MAX_FURTHER)))
    rest = np.empty(len(groups))
    rest[order] = sums[group_of] / MAX_FURTHER
    return rest


def drop_vectors(cases, names):
    """The same cases without vectors: only rows that words found, without vector features. A case without such rows is unchanged."""
    at = {name: index for index, name in enumerate(names)}
    case_of = np.repeat(np.arange(len(cases.kinds)), np.diff(cases.starts))
    found = cases.features[:, [at["bm25"], at["holdsName"], at["defines"]]].max(1) > 0
    selected = found | (np.bincount(case_of[found], minlength=len(cases.kinds)) == 0)[case_of]
    selected_cases = copy.copy(cases)
    selected_cases.features, selected_cases.expected, selected_cases.files = cases.features[selected], cases.expected[selected], cases.files[selected]
    selected_cases.paths = [path for path, is_selected in zip(cases.paths, selected) if is_selected]
    selected_cases.starts = np.concatenate([[0], np.cumsum(np.bincount(case_of[selected], minlength=len(cases.kinds)))])
    selected_cases.answerable = np.maximum.reduceat(selected_cases.expected, selected_cases.starts[:-1]) > 0
    fused = selected_cases.features[:, at["bm25"]] * LEXICAL_WEIGHT
    folders = [f"{case}/{os.path.dirname(path)}" for case, path in zip(case_of[selected], selected_cases.paths)]
    _, firsts, file_of, chunks = np.unique(selected_cases.files, return_index=True, return_inverse=True, return_counts=True)
    best = np.zeros(len(firsts))
    np.maximum.at(best, file_of, fused)
    of_folders = sum_next_best(np.unique(folders, return_inverse=True)[1][firsts], best)
    neighbor_features = {
        "fused": fused,
        "fileBest": best[file_of],
        "fileRest": sum_next_best(selected_cases.files, fused),
        "fileChunks": np.log1p(chunks[file_of]) / np.log1p(MAX_CHUNKS),
        "folderRest": of_folders[file_of],
    }
    is_source = selected_cases.features[:, [at[name] for name in OTHER_ROLES]].max(1) == 0
    for name, values in neighbor_features.items():
        selected_cases.features[:, at[name]] = values
    for name in ("fused", "fileBest", "fileRest"):
        selected_cases.features[:, at[f"source{name[0].upper()}{name[1:]}"]] = neighbor_features[name] * is_source
    selected_cases.features[:, [at[name] for name in OF_VECTORS]] = 0
    return selected_cases
