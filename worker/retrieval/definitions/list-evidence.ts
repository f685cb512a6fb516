/** Describes how high the chunk searches ranked the chunks of a definition and its file. */

import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';
import { countLines, overlaps, ownRange, type Definition } from './definition.ts';

/** The chunks that the searches found, in the order of two rankers. */
export interface ChunkLists {
  readonly learned: readonly RankedSpan[];
  readonly signals: readonly RankedSpan[];
}

export interface ListEvidence extends Readonly<Record<string, number>> {
  readonly learnedScore: number;
  readonly signalsScore: number;
  readonly dense: number;
}

interface FoundChunk {
  readonly chunk: ChunkRow;
  learnedScore: number;
  learnedRank: number;
  signalsScore: number;
  signalsRank: number;
  features: RankedSpan['features'];
}

/** Number of first chunks from which files are ranked. */
const rankedChunks = 100;
/** Added to a rank before it is inverted. */
const rankOffset = 10;

export interface ListReader {
  /** Paths of the found files, best first. */
  readonly paths: readonly string[];
  read(definition: Definition): ListEvidence;
}

export function createListReader({ learned, signals }: ChunkLists): ListReader {
  const chunksByPath = new Map<string, Map<number, FoundChunk>>();
  const fileScores = new Map<string, number>();
  for (const [name, spans] of [
    ['learned', learned],
    ['signals', signals],
  ] as const) {
    const best = spans[0]?.score ?? 1;
    for (const [index, span] of spans.entries()) {
      const { path } = span.chunk;
      const chunks = chunksByPath.get(path) ?? new Map<number, FoundChunk>();
      chunksByPath.set(path, chunks);
      const found = chunks.get(span.chunk.key) ?? newFoundChunk(span);
      chunks.set(span.chunk.key, found);
      found[`${name}Score`] = span.score / best;
      found[`${name}Rank`] = index + 1;
      if (index < rankedChunks)
        fileScores.set(path, Math.max(fileScores.get(path) ?? 0, 1 / (rankOffset + index + 1)));
    }
  }
  const paths = [...fileScores].toSorted((a, b) => b[1] - a[1]).map(([path]) => path);
  const fileRanks = new Map(paths.map((path, index) => [path, 1 / (1 + index)]));
  return {
    paths,
    read(definition) {
      const own = ownRange(definition);
      const inFile = [...(chunksByPath.get(definition.path)?.values() ?? [])];
      const found = inFile.filter(({ chunk }) => overlaps(chunk, own));
      return {
        ...readChunks(definition, found),
        fileScore: fileScores.get(definition.path) ?? 0,
        filePosition: fileRanks.get(definition.path) ?? 0,
        fileChunks: Math.log1p(inFile.length),
      };
    },
  };
}

function newFoundChunk({ chunk, features }: RankedSpan): FoundChunk {
  return {
    chunk,
    features,
    learnedScore: 0,
    learnedRank: Infinity,
    signalsScore: 0,
    signalsRank: Infinity,
  };
}

function readChunks(definition: Definition, found: readonly FoundChunk[]) {
  const best = found.toSorted((a, b) => a.learnedRank - b.learnedRank)[0];
  const highest = (read: (chunk: FoundChunk) => number): number => Math.max(0, ...found.map(read));
  return {
    learnedScore: highest(({ learnedScore }) => learnedScore),
    learnedPlace: highest(({ learnedRank }) => 1 / learnedRank),
    signalsScore: highest(({ signalsScore }) => signalsScore),
    signalsPlace: highest(({ signalsRank }) => 1 / signalsRank),
    share: best === undefined ? 0 : sharedFraction(definition, best.chunk),
    dense: highest(({ features }) => features?.dense ?? 0),
    bm25: highest(({ features }) => features?.bm25 ?? 0),
    fused: highest(({ features }) => features?.fused ?? 0),
    defines: best?.features?.defines ?? 0,
    fileBest: best?.features?.fileBest ?? 0,
    fileRest: best?.features?.fileRest ?? 0,
  };
}

/** The fraction of the chunk's lines that belong to the definition. */
function sharedFraction({ startLine, endLine }: Definition, chunk: ChunkRow): number {
  const first = Math.max(startLine, chunk.startLine);
  const last = Math.min(endLine, chunk.endLine);
  return (last - first + 1) / countLines(chunk);
}
