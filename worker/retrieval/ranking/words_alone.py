"""Derives the training cases that a search without vectors would produce from the cases of a search with vectors."""

import copy
import os

import numpy as np

# As in the retrieval code: weight of the lexical list, maximum number of further pieces, and the number of chunks that counts as many.
WORDS_SHARE, MOST_REST, MOST_CHUNKS = 0.5, 5, 20
OF_VECTORS = ("dense", "densePlace", "fileDense")
OTHER_ROLES = ("isTest", "isExample", "isDocs", "isTranslation", "isConfig")


def sum_next_best(groups, scores):
    """For each row's group, the sum of the next best scores after the first, as a fraction of its maximum."""
    order = np.lexsort((-scores, groups))
    starts = np.flatnonzero(np.r_[True, groups[order][1:] != groups[order][:-1]])
    group_of = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(groups)]))
    places = np.arange(len(groups)) - starts[group_of]
    sums = np.bincount(group_of, weights=scores[order] * ((places > 0) & (places <= MOST_REST)))
    rest = np.empty(len(groups))
    rest[order] = sums[group_of] / MOST_REST
    return rest


def words_alone(cases, names):
    """The same cases without vectors: only rows that words found, without vector features. A case without such rows is unchanged."""
    at = {name: index for index, name in enumerate(names)}
    case_of = np.repeat(np.arange(len(cases.kinds)), np.diff(cases.starts))
    found = cases.features[:, [at["bm25"], at["holdsName"], at["defines"]]].max(1) > 0
    selected = found | (np.bincount(case_of[found], minlength=len(cases.kinds)) == 0)[case_of]
    left = copy.copy(cases)
    left.features, left.wanted, left.files = cases.features[selected], cases.wanted[selected], cases.files[selected]
    left.paths = [path for path, is_selected in zip(cases.paths, selected) if is_selected]
    left.starts = np.concatenate([[0], np.cumsum(np.bincount(case_of[selected], minlength=len(cases.kinds)))])
    left.answerable = np.maximum.reduceat(left.wanted, left.starts[:-1]) > 0
    fused = left.features[:, at["bm25"]] * WORDS_SHARE
    folders = [f"{case}/{os.path.dirname(path)}" for case, path in zip(case_of[selected], left.paths)]
    _, firsts, file_of, chunks = np.unique(left.files, return_index=True, return_inverse=True, return_counts=True)
    best = np.zeros(len(firsts))
    np.maximum.at(best, file_of, fused)
    of_folders = sum_next_best(np.unique(folders, return_inverse=True)[1][firsts], best)
    around = {
        "fused": fused,
        "fileBest": best[file_of],
        "fileRest": sum_next_best(left.files, fused),
        "fileChunks": np.log1p(chunks[file_of]) / np.log1p(MOST_CHUNKS),
        "folderRest": of_folders[file_of],
    }
    is_source = left.features[:, [at[name] for name in OTHER_ROLES]].max(1) == 0
    for name, values in around.items():
        left.features[:, at[name]] = values
    for name in ("fused", "fileBest", "fileRest"):
        left.features[:, at[f"source{name[0].upper()}{name[1:]}"]] = around[name] * is_source
    left.features[:, [at[name] for name in OF_VECTORS]] = 0
    return left
