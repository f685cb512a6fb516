"""What a search without vectors would have seen of the cases a ranker is fitted on, told from what one with them saw."""

import copy
import os

import numpy as np

# As in retrieve-spans.ts and around-candidates.ts: what the list of words counts, further pieces that count, chunks that are many.
WORDS_SHARE, MOST_REST, MOST_CHUNKS = 0.5, 5, 20
OF_VECTORS = ("dense", "densePlace", "fileDense")
OTHER_ROLES = ("isTest", "isExample", "isDocs", "isTranslation", "isConfig")


def rest_of(groups, scores):
    """Of each row's group the next best scores after the first, as a share of what they could be."""
    order = np.lexsort((-scores, groups))
    starts = np.flatnonzero(np.r_[True, groups[order][1:] != groups[order][:-1]])
    group_of = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(groups)]))
    places = np.arange(len(groups)) - starts[group_of]
    sums = np.bincount(group_of, weights=scores[order] * ((places > 0) & (places <= MOST_REST)))
    rest = np.empty(len(groups))
    rest[order] = sums[group_of] / MOST_REST
    return rest


def words_alone(cases, names):
    """The same cases without vectors: what words found, and nothing that vectors say of it. One they found nothing of stays whole."""
    at = {name: index for index, name in enumerate(names)}
    case_of = np.repeat(np.arange(len(cases.kinds)), np.diff(cases.starts))
    found = cases.features[:, [at["bm25"], at["holdsName"], at["defines"]]].max(1) > 0
    kept = found | (np.bincount(case_of[found], minlength=len(cases.kinds)) == 0)[case_of]
    left = copy.copy(cases)
    left.features, left.wanted, left.files = cases.features[kept], cases.wanted[kept], cases.files[kept]
    left.paths = [path for path, is_kept in zip(cases.paths, kept) if is_kept]
    left.starts = np.concatenate([[0], np.cumsum(np.bincount(case_of[kept], minlength=len(cases.kinds)))])
    left.answerable = np.maximum.reduceat(left.wanted, left.starts[:-1]) > 0
    fused = left.features[:, at["bm25"]] * WORDS_SHARE
    folders = [f"{case}/{os.path.dirname(path)}" for case, path in zip(case_of[kept], left.paths)]
    _, firsts, file_of, chunks = np.unique(left.files, return_index=True, return_inverse=True, return_counts=True)
    best = np.zeros(len(firsts))
    np.maximum.at(best, file_of, fused)
    of_folders = rest_of(np.unique(folders, return_inverse=True)[1][firsts], best)
    around = {
        "fused": fused,
        "fileBest": best[file_of],
        "fileRest": rest_of(left.files, fused),
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
