/**
 * What is stored with a chunk besides its text, held to lengths that a document cannot multiply: a heading is repeated in
 * every section under it and a module in every chunk that uses it. Whatever a file says, this is the most that is kept of it.
 */

import type { Chunk, ChunkMetadata } from '../core/chunk.ts';
import { shorten } from './shorten.ts';

/** Lengths in UTF-16 units. Longest heading, and trail of headings with what joins them. */
const maxHeading = 200;
const maxTrail = 1_000;
const separator = ' > ';

/** Longest name of a symbol, module, type or file; longest version; longest sentence of prose. */
const maxName = 400;
const maxFileName = 200;
const maxVersion = 80;
const maxValue = 500;
const maxKey = 100;

/** Most entries of one list; a chunk within its budget of tokens has fewer. */
const maxEntries = 200;
const maxKeys = 24;

/** The trail with every heading cut, and of too long a trail the innermost headings. */
export function boundTrail(trail: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let length = 0;
  for (const heading of trail.toReversed()) {
    const cut = shorten(heading, maxHeading);
    length += cut.length + separator.length;
    if (length > maxTrail + separator.length) break;
    kept.unshift(cut);
  }
  return kept;
}

export function boundDescription({
  symbol,
  metadata,
}: Pick<Chunk, 'symbol' | 'metadata'>): Pick<Chunk, 'symbol' | 'metadata'> {
  return { symbol: symbol === undefined ? undefined : shorten(symbol, maxTrail), metadata: bound(metadata) };
}

function bound(metadata: ChunkMetadata): ChunkMetadata {
  const { imports, exports, types, frontMatter, samples, versions } = metadata;
  return {
    ...metadata,
    defines: boundNames(metadata.defines),
    ...(imports && { imports: boundNames(imports) }),
    ...(exports && { exports: boundNames(exports) }),
    ...(types && { types: boundNames(types) }),
    ...(frontMatter && { frontMatter: boundFields(frontMatter) }),
    ...(samples && {
      samples: samples.slice(0, maxEntries).map((sample) => ({
        ...sample,
        language: sample.language?.slice(0, maxVersion),
        fileName: sample.fileName?.slice(0, maxFileName),
      })),
    }),
    ...(versions && {
      versions: versions.slice(0, maxEntries).map(({ version, change }) => ({
        version: shorten(version, maxVersion),
        change: shorten(change, maxValue),
      })),
    }),
  };
}

function boundNames(names: readonly string[]): readonly string[] {
  return names.slice(0, maxEntries).map((name) => name.slice(0, maxName));
}

function boundFields(
  fields: NonNullable<ChunkMetadata['frontMatter']>,
): NonNullable<ChunkMetadata['frontMatter']> {
  const entries = Object.entries(fields).slice(0, maxKeys);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key.slice(0, maxKey),
      typeof value === 'string'
        ? shorten(value, maxValue)
        : value.slice(0, maxEntries).map((item) => shorten(item, maxValue)),
    ]),
  );
}
