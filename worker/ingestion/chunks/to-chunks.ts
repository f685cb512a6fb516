/**
 * Converts drafts to chunks and limits the length of their metadata. Every section repeats its headings and
 * every chunk its modules, so unlimited values would multiply a document's size.
 */

import type { Chunk, ChunkMetadata } from '../../core/code/chunk.ts';
import type { MeasuredText } from './measured-text.ts';
import type { DraftChunk } from './draft-chunk.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';

export type DescribeChunk = (draft: DraftChunk) => Description;

type Description = Pick<Chunk, 'symbol' | 'kind' | 'metadata'>;

export function toChunks(
  drafts: readonly DraftChunk[],
  measured: MeasuredText,
  describe: DescribeChunk,
): Chunk[] {
  return drafts.map((draft, ordinal) => ({
    ordinal,
    startLine: measured.lineAt(draft.start) + 1,
    endLine: measured.lineAt(draft.end - 1) + 1,
    raw: measured.text.slice(draft.start, draft.end),
    ...limitDescription(describe(draft)),
  }));
}

/** Maximum lengths in UTF-16 units of one heading, and of the heading path with its separators. */
const maxHeadingLength = 200;
const maxPathLength = 1_000;
const separator = ' > ';

/** Maximum lengths of a symbol, module or type name, of a file name, a version, a prose value and a front matter key. */
const maxNameLength = 400;
const maxFileNameLength = 200;
const maxVersionLength = 80;
const maxValueLength = 500;
const maxKeyLength = 100;

/** Maximum number of entries in a list. A chunk within its token budget has fewer. */
const maxEntries = 200;
const maxKeys = 24;

/** Truncates every heading; a path that is too long keeps its innermost headings. */
export function truncateHeadingPath(headings: readonly string[]): readonly string[] {
  const path: string[] = [];
  let length = 0;
  for (const heading of headings.toReversed()) {
    const truncated = truncateAtWord(heading, maxHeadingLength);
    length += truncated.length + separator.length;
    if (length > maxPathLength + separator.length) break;
    path.unshift(truncated);
  }
  return path;
}

function limitDescription({ symbol, kind, metadata }: Description): Description {
  return {
    kind,
    symbol: symbol === undefined ? undefined : truncateAtWord(symbol, maxPathLength),
    metadata: limitMetadata(metadata),
  };
}

function limitMetadata(metadata: ChunkMetadata): ChunkMetadata {
  const { imports, exports, types, frontMatter, samples, versions } = metadata;
  return {
    ...metadata,
    defines: limitNames(metadata.defines),
    ...(imports && { imports: limitNames(imports) }),
    ...(exports && { exports: limitNames(exports) }),
    ...(types && { types: limitNames(types) }),
    ...(frontMatter && { frontMatter: limitFrontMatter(frontMatter) }),
    ...(samples && {
      samples: samples.slice(0, maxEntries).map((sample) => ({
        ...sample,
        language: sample.language?.slice(0, maxVersionLength),
        fileName: sample.fileName?.slice(0, maxFileNameLength),
      })),
    }),
    ...(versions && {
      versions: versions.slice(0, maxEntries).map(({ version, change }) => ({
        version: truncateAtWord(version, maxVersionLength),
        change: truncateAtWord(change, maxValueLength),
      })),
    }),
  };
}

function limitNames(names: readonly string[]): readonly string[] {
  return names.slice(0, maxEntries).map((name) => name.slice(0, maxNameLength));
}

function limitFrontMatter(
  fields: NonNullable<ChunkMetadata['frontMatter']>,
): NonNullable<ChunkMetadata['frontMatter']> {
  const entries = Object.entries(fields).slice(0, maxKeys);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key.slice(0, maxKeyLength),
      typeof value === 'string'
        ? truncateAtWord(value, maxValueLength)
        : value.slice(0, maxEntries).map((item) => truncateAtWord(item, maxValueLength)),
    ]),
  );
}
