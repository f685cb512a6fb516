"""Trains the embedded model from text pairs.

Reads the output of write-pairs.ts (`pairs.i32`, `pieces.txt`, `packages.txt`) and trains one vector per piece. A text's vector is the
weighted sum of its pieces' vectors, and paired texts get similar vectors (symmetric InfoNCE; van den Oord et al. 2018). Writes
`weights.bin` in the format of README.md. About every twentieth package is held out for evaluation.

    python3 train.py <folder> [--epochs 5] [--pieces 24000] [--dimensions 256] [--out weights.bin]

Needs numpy and scipy (Debian: python3-numpy, python3-scipy). One core is enough: OMP_NUM_THREADS=1.
"""

import argparse
import sys
import time
import zlib

import numpy as np
from scipy import sparse

KIND_COUNT = 4
DOCUMENTATION, NAME, COMMENT, SECTION = range(KIND_COUNT)
HEADER_LENGTH = 8
PAIRS_PER_GROUP = 64
GROUPS_PER_BATCH = 16
TEMPERATURE = 0.05
MIN_PART_LENGTH = 3
FIELD_COUNT = 3
NAME_FIELD, PATH_FIELD, BODY_FIELD = range(FIELD_COUNT)
# Weights of name, path and body: during training, and for indexing. The weights file contains the latter.
FIELD_WEIGHTS = (2.0, 1.0, 1.0)
INDEX_WEIGHTS = (3.0, 2.0, 1.0)

TEMPLATES = """where is the|where are|how does it|how do i|how is the|how are|which function|which class|what does|
where does the code|what code|find the code that|show me where|how can i|what is the|where do we|which file|what happens when|explain how
""".replace("\n", "").split("|")


def concatenate_ranges(starts, lengths):
    """Concatenates the indices of the ranges [start, start + length). Also returns the range that each index belongs to."""
    total = int(lengths.sum())
    ends = np.cumsum(lengths)
    owner = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    return np.arange(total, dtype=np.int64) - (ends - lengths)[owner] + starts[owner], owner


class Pairs:
    """The pairs as columns. The fields of a pair follow each other in `numbers`: query, name, path, code."""

    def __init__(self, folder):
        self.numbers = np.fromfile(f"{folder}/pairs.i32", dtype="<i4")
        heads, offset, end = [], 0, len(self.numbers)
        numbers = self.numbers
        while offset < end:
            heads.append(offset)
            q, _, n, p, c = numbers[offset + 3 : offset + HEADER_LENGTH].tolist()
            offset += HEADER_LENGTH + q + n + p + c
        heads = np.array(heads, dtype=np.int64)
        column = lambda index: numbers[heads + index].astype(np.int64)
        self.kind, self.package, self.group = column(0), column(1), column(2)
        self.query_length, self.sentence_length = column(3), column(4)
        self.name_length, self.path_length, self.code_length = column(5), column(6), column(7)
        self.query = heads + HEADER_LENGTH
        self.name = self.query + self.query_length
        self.path = self.name + self.name_length
        self.code = self.path + self.path_length
        with open(f"{folder}/pieces.txt", encoding="utf-8") as file:
            rows = [line.rstrip("\n").rsplit(" ", 1) for line in file]
        self.pieces = [piece for piece, _ in rows]
        self.piece_packages = np.array([int(count) for _, count in rows])
        with open(f"{folder}/packages.txt", encoding="utf-8") as file:
            self.packages = [line.strip() for line in file]

    def __len__(self):
        return len(self.kind)


def stem(piece):
    """A rough stemmer, precise enough to detect whether a query repeats a name: parse, parses, parsed, parser, parsing."""
    for suffix in ("ations", "ation", "ators", "ator", "ings", "ing", "ions", "ion", "ers", "ors", "er", "or", "ed", "es", "s", "e"):
        if piece.endswith(suffix) and len(piece) - len(suffix) >= 3:
            return piece[: -len(suffix)]
    return piece


def choose_vocabulary(pairs, size):
    counts = np.zeros(len(pairs.pieces), dtype=np.int64)
    for start, length in ((pairs.query, pairs.query_length), (pairs.name, pairs.name_length),
                          (pairs.path, pairs.path_length), (pairs.code, pairs.code_length)):
        index, _ = concatenate_ranges(start, length)
        counts += np.bincount(pairs.numbers[index], minlength=len(counts))
    eligible = np.flatnonzero(pairs.piece_packages >= 3)
    chosen = eligible[np.argsort(-counts[eligible], kind="stable")][:size]
    return chosen, counts[chosen]


def split_unknown(piece, rows, max_length=24):
    """Splits a piece outside the vocabulary from the left into the longest known pieces: `gzipwriters` becomes `gzip`, `writers`."""
    found_rows, position = [], 0
    while position <= len(piece) - MIN_PART_LENGTH:
        for end in range(min(len(piece), position + max_length), position + MIN_PART_LENGTH - 1, -1):
            row = rows.get(piece[position:end])
            if row is not None:
                found_rows.append(row)
                position = end
                break
        else:
            position += 1
    return found_rows


def piece_matrix(pairs, vocabulary, unknown):
    """A matrix of pieces × rows: a known piece maps to its row, any other piece to the mean of the known pieces it contains."""
    row_of = {pairs.pieces[piece]: row for row, piece in enumerate(vocabulary)}
    indptr, indices, data = [0], [], []
    for piece in pairs.pieces:
        row = row_of.get(piece)
        rows = [row] if row is not None else split_unknown(piece, row_of) if unknown else []
        indices.extend(rows)
        data.extend(1 / len(rows) for _ in rows)
        indptr.append(len(indices))
    shape = (len(pairs.pieces), len(vocabulary))
    return sparse.csr_matrix((np.array(data, dtype=np.float32), indices, indptr), shape=shape)


def weigh_pieces(tokens, owner, count, matrix):
    """A matrix of texts × rows: each piece is weighted 1 + ln tf. Unknown pieces are distributed over rows afterwards."""
    pieces = matrix.shape[0]
    keys, counts = np.unique(owner * pieces + tokens, return_counts=True)
    text, piece = np.divmod(keys, pieces)
    values = (1 + np.log(counts)).astype(np.float32)
    return (sparse.csr_matrix((values, (text, piece)), shape=(count, pieces)) @ matrix).tocsr()


class Sampler:
    def __init__(self, pairs, matrix, seed):
        self.pairs, self.matrix = pairs, matrix
        self.random = np.random.default_rng(seed)
        numbers = {}
        self.stems = np.array([numbers.setdefault(stem(piece), len(numbers)) for piece in pairs.pieces])
        known = {piece: number for number, piece in enumerate(pairs.pieces)}
        split = [[known[word] for word in line.split() if word in known] for line in TEMPLATES]
        self.templates = [np.array(words, dtype=np.int64) for words in split if words]

    def batches(self, chosen):
        """Yields the batches of one epoch. Each group of pairs comes from one package, because a search ranks within one repository."""
        order = self.random.permutation(chosen)
        order = order[np.argsort(self.pairs.package[order], kind="stable")]
        bounds = np.flatnonzero(np.diff(self.pairs.package[order])) + 1
        groups, remainders = [], []
        for package_pairs in np.split(order, bounds):
            grouped = len(package_pairs) // PAIRS_PER_GROUP * PAIRS_PER_GROUP
            groups.extend(package_pairs[:grouped].reshape(-1, PAIRS_PER_GROUP))
            remainders.append(package_pairs[grouped:])
        remainders = np.concatenate(remainders)
        groups.extend(remainders[: len(remainders) // PAIRS_PER_GROUP * PAIRS_PER_GROUP].reshape(-1, PAIRS_PER_GROUP))
        shuffled = self.random.permutation(len(groups))
        for start in range(0, len(groups) - GROUPS_PER_BATCH + 1, GROUPS_PER_BATCH):
            yield np.concatenate([groups[index] for index in shuffled[start : start + GROUPS_PER_BATCH]])

    def name_stem_keys(self, selected):
        """Returns the stems of each pair's name as keys that combine pair and stem."""
        index, owner = concatenate_ranges(self.pairs.name[selected], self.pairs.name_length[selected])
        return owner * len(self.pairs.pieces) + self.stems[self.pairs.numbers[index]]

    def remove_name_words(self, selected, tokens, owner, apply):
        """Removes the words of the name from queries that keep at least two other words."""
        repeats = np.isin(owner * len(self.pairs.pieces) + self.stems[tokens], self.name_stem_keys(selected))
        remaining = np.bincount(owner[~repeats], minlength=len(selected))
        drop = repeats & apply[owner] & (remaining >= 2)[owner]
        return tokens[~drop], owner[~drop]

    def queries(self, selected, plain=False, hard=False):
        pairs, random, count = self.pairs, self.random, len(selected)
        short = np.ones(count, bool) if plain else random.random(count) < 0.6
        lengths = np.where(short, pairs.sentence_length[selected], pairs.query_length[selected])
        index, owner = concatenate_ranges(pairs.query[selected], lengths)
        tokens = pairs.numbers[index].astype(np.int64)
        apply = np.full(count, hard) if plain else random.random(count) < 0.45
        tokens, owner = self.remove_name_words(selected, tokens, owner, apply)
        if not plain:
            keep = random.random(len(tokens)) >= 0.1
            keep |= ~np.isin(owner, owner[keep])
            templated = np.flatnonzero(random.random(count) < 0.15)
            added = [self.templates[number] for number in random.integers(len(self.templates), size=len(templated))]
            tokens = np.concatenate([tokens[keep], *added])
            owner = np.concatenate([owner[keep], np.repeat(templated, [len(words) for words in added])])
        return weigh_pieces(tokens, owner, count, self.matrix)

    def answers(self, selected, plain=False):
        """Returns three rows per text, one for each field."""
        pairs, random, count = self.pairs, self.random, len(selected)
        keeps_name = np.ones(count, bool) if plain else random.random(count) >= 0.25
        keeps_path = np.ones(count, bool) if plain else random.random(count) >= 0.3
        # A candidate of kind NAME has its name in the query field.
        name_start = np.where(pairs.kind[selected] == NAME, pairs.query[selected], pairs.name[selected])
        name_length = np.where(pairs.kind[selected] == NAME, pairs.query_length[selected] * plain, pairs.name_length[selected])
        columns = ((name_start, name_length * keeps_name), (pairs.path[selected], pairs.path_length[selected] * keeps_path),
                   (pairs.code[selected], pairs.code_length[selected]))
        tokens, owner = [], []
        for field, (start, length) in enumerate(columns):
            index, text_index = concatenate_ranges(start, length)
            if field == BODY_FIELD and not plain:
                keep = random.random(len(index)) >= 0.15
                index, text_index = index[keep], text_index[keep]
            tokens.append(pairs.numbers[index].astype(np.int64))
            owner.append(text_index * FIELD_COUNT + field)
        return weigh_pieces(np.concatenate(tokens), np.concatenate(owner), count * FIELD_COUNT, self.matrix)


def normalize(vectors):
    norms = np.sqrt((vectors * vectors).sum(1, keepdims=True)) + 1e-9
    return vectors / norms, norms


class Joined:
    """Joins fields to one vector, Σ weight · field / √‖field‖, so that a long body does not outweigh the name. Also computes the gradient."""

    def __init__(self, fields, weights):
        self.fields = fields.reshape(-1, FIELD_COUNT, fields.shape[1])
        self.norms = np.sqrt((self.fields**2).sum(2, keepdims=True)) + 1e-9
        self.factors = (np.array(weights, dtype=np.float32)[:, None] / np.sqrt(self.norms)).astype(np.float32)
        self.vectors = (self.fields * self.factors).sum(1)

    def gradient(self, vector_gradient):
        vector_gradient = vector_gradient[:, None, :]
        along = (self.fields * vector_gradient).sum(2, keepdims=True) / (2 * self.norms**2)
        return ((vector_gradient - self.fields * along) * self.factors).reshape(-1, vector_gradient.shape[2])


def info_nce(query, answer, groups):
    """Returns the loss and its gradients with respect to the normalized vectors. Pairs with the same name are not negatives of each other."""
    logits = query @ answer.T / TEMPERATURE
    same = groups[:, None] == groups[None, :]
    np.fill_diagonal(same, False)
    logits[same] = -1e9
    count = len(query)
    gradient = np.zeros_like(logits)
    loss = 0.0
    for axis in (1, 0):
        shifted = np.exp(logits - logits.max(axis, keepdims=True))
        shifted /= shifted.sum(axis, keepdims=True)
        loss -= float(np.log(np.diagonal(shifted) + 1e-12).mean()) / 2
        gradient += shifted
    gradient /= 2
    gradient[np.arange(count), np.arange(count)] -= 1
    gradient /= count * TEMPERATURE
    return loss, gradient @ answer, gradient.T @ query


class Adam:
    """Adam with one second moment per row, applied to the rows that a batch uses (Kingma, Ba 2015)."""

    def __init__(self, table, rate, total, warm_up=50):
        self.table, self.rate, self.total, self.warm_up = table, rate, total, warm_up
        self.first = np.zeros_like(table)
        self.second = np.zeros((len(table), 1), np.float32)
        self.step_number = 0

    def step(self, rows, gradient):
        self.step_number += 1
        step = self.step_number
        rate = self.rate * min(step / self.warm_up, max(0.02, 1 - step / self.total))
        first = 0.9 * self.first[rows] + 0.1 * gradient
        second = 0.99 * self.second[rows] + 0.01 * (gradient * gradient).mean(1, keepdims=True)
        self.first[rows], self.second[rows] = first, second
        scale = rate / (1 - 0.9**step)
        self.table[rows] -= scale * first / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)


def table_gradient(bags, gradients):
    """Returns the gradients of the rows that occur, computed from the gradients of the texts."""
    stacked = sparse.vstack(bags).tocsc()
    rows = np.flatnonzero(np.diff(stacked.indptr))
    return rows, stacked[:, rows].T.tocsr() @ np.concatenate(gradients)


def train_step(table, optimizer, sampler, selected):
    query_bag, answer_bag = sampler.queries(selected), sampler.answers(selected)
    joined = Joined(answer_bag @ table, FIELD_WEIGHTS)
    (query, query_norms), (answer, answer_norms) = normalize(query_bag @ table), normalize(joined.vectors)
    loss, query_gradient, answer_gradient = info_nce(query, answer, sampler.pairs.group[selected])
    raw = [(gradient - vectors * (gradient * vectors).sum(1, keepdims=True)) / norms
           for gradient, vectors, norms in ((query_gradient, query, query_norms), (answer_gradient, answer, answer_norms))]
    optimizer.step(*table_gradient((query_bag, answer_bag), (raw[0], joined.gradient(raw[1]))))
    return loss


class HeldOutEvaluation:
    """Measures how well a documentation sentence finds its function among all functions of its package; mean over packages."""

    def __init__(self, pairs, sampler, packages, min_documented=30):
        self.sampler, self.sets = sampler, []
        for package in packages:
            package_pairs = np.flatnonzero(pairs.package == package)
            documented = package_pairs[pairs.kind[package_pairs] == DOCUMENTATION]
            if len(documented) < min_documented:
                continue
            named = package_pairs[pairs.kind[package_pairs] == NAME]
            named = named[~np.isin(pairs.group[named], pairs.group[documented])]
            self.sets.append((documented, np.concatenate([documented, named])))

    def measure(self, table, weights=INDEX_WEIGHTS):
        results = []
        for documented, candidates in self.sets:
            fields = self.sampler.answers(candidates, plain=True) @ table
            answers, _ = normalize(Joined(fields, weights).vectors)
            row = []
            for hard in (False, True):
                queries, _ = normalize(self.sampler.queries(documented, plain=True, hard=hard) @ table)
                scores = queries @ answers.T
                ranks = 1 + (scores > np.diagonal(scores)[:, None]).sum(1)
                row += [float((1 / ranks).mean()), float((ranks <= 10).mean())]
            results.append(row)
        return np.mean(results, axis=0)


def quantize(table, levels=7):
    """Quantizes rows to integers within ±levels, with the scale that loses least. Returns codes and scales."""
    largest = np.abs(table).max(1, keepdims=True) + 1e-9
    best_error, best_scale = np.full((len(table), 1), np.inf), largest / levels
    for fraction in np.linspace(0.5, 1.0, 11):
        scale = largest * fraction / levels
        error = ((np.clip(np.rint(table / scale), -levels, levels) * scale - table) ** 2).sum(1, keepdims=True)
        better = error < best_error
        best_error, best_scale = np.where(better, error, best_error), np.where(better, scale, best_scale)
    best_scale = best_scale.astype(np.float32)
    return np.clip(np.rint(table / best_scale), -levels, levels).astype(np.int8), best_scale


def write_weights(path, pieces, table):
    codes, scales = quantize(table)
    text = "\n".join(pieces).encode("utf-8")
    head = np.array([2, len(pieces), table.shape[1], len(text)], dtype="<u4").tobytes()
    low, high = (codes[:, 0::2] & 15).astype(np.uint8), (codes[:, 1::2] & 15).astype(np.uint8)
    with open(path, "wb") as file:
        file.write(b"WFSE" + head + np.array(INDEX_WEIGHTS, dtype="<f4").tobytes())
        file.write(text + b"\0" * (-len(text) % 4))
        file.write(scales.astype("<f4").tobytes())
        file.write((low | high << 4).tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--pieces", type=int, default=24_000)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--unknown", type=int, default=1)
    parser.add_argument("--out", default="weights.bin")
    parser.add_argument("--save")
    options = parser.parse_args()

    started_at = time.time()
    log = lambda *words: print(f"{time.time() - started_at:7.1f}s", *words, file=sys.stderr, flush=True)
    pairs = Pairs(options.folder)
    held_out = [index for index, name in enumerate(pairs.packages) if zlib.crc32(name.encode()) % 20 == 0]
    vocabulary, _ = choose_vocabulary(pairs, options.pieces)
    matrix = piece_matrix(pairs, vocabulary, options.unknown)
    sampler = Sampler(pairs, matrix, options.seed)
    evaluation = HeldOutEvaluation(pairs, sampler, held_out)
    chosen = np.flatnonzero(~np.isin(pairs.package, held_out))
    if options.share < 1:
        chosen = sampler.random.permutation(chosen)[: int(len(chosen) * options.share)]
    log(f"{len(pairs)} pairs ({np.bincount(pairs.kind, minlength=KIND_COUNT).tolist()}), {len(chosen)} trained on, "
        f"{len(pairs.pieces)} pieces, {len(evaluation.sets)} packages measured")

    table = (sampler.random.standard_normal((len(vocabulary), options.dimensions)) * 0.1).astype(np.float32)
    optimizer = Adam(table, options.rate, options.epochs * (len(chosen) // (PAIRS_PER_GROUP * GROUPS_PER_BATCH)))
    for epoch in range(options.epochs):
        losses = []
        for selected in sampler.batches(chosen):
            losses.append(train_step(table, optimizer, sampler, selected))
            if optimizer.step_number % 100 == 0:
                log(f"step {optimizer.step_number}/{optimizer.total} loss {np.mean(losses[-100:]):.3f}")
        log(f"epoch {epoch + 1} loss {np.mean(losses):.3f} MRR, R@10, hard MRR, hard R@10:", np.round(evaluation.measure(table), 3))
        codes, scales = quantize(table)
        log("in four bits:", np.round(evaluation.measure(codes * scales), 3))
        write_weights(options.out, [pairs.pieces[piece] for piece in vocabulary], table)
        if options.save:
            np.save(options.save, table)


if __name__ == "__main__":
    main()
