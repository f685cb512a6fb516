/** Finds chunks that contain a phrase verbatim, ignoring case and white space. */

import { maskText } from '../../core/text/mask-text.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { ColumnWeights, TextHit, TextIndex } from '../../ports/text-index.ts';
import type { RetrievalScope } from './retrieve-spans.ts';

export interface PhraseMatches {
  /** Those that stand anywhere, in the scope or not. */
  readonly held: ReadonlySet<string>;
  /** Chunks of the scope that hold one. */
  readonly holding: readonly TextHit[];
}

/** Texts looked for, of a question that quotes many. */
const mostWordings = 4;
/** Chunks with the words of a text that are looked at. */
const chunksOfEach = 30;
const weights: ColumnWeights = { path: 0, symbols: 1, prose: 1, code: 1 };

export async function findPhrases(
  textIndex: Pick<TextIndex, 'search'>,
  { key, paths }: Pick<RetrievalScope, 'key' | 'paths'>,
  wordings: readonly string[],
): Promise<PhraseMatches> {
  const within = paths === undefined ? undefined : new Set(paths);
  const found = await Promise.all(
    wordings.slice(0, mostWordings).map(async (wording) => {
      const terms = extractTerms(wording);
      if (terms.length === 0) return { wording, hits: [] };
      const phrase = terms.join(' ');
      const hits = await textIndex.search(key, {
        terms: [phrase],
        weights,
        limit: chunksOfEach,
        paths: undefined,
      });
      return { wording, hits: hits.filter((hit) => containsPhrase(maskedChunkText(hit), wording)) };
    }),
  );
  const hits = new Map(found.flatMap((one) => one.hits.map((hit) => [hit.key, hit])));
  return {
    held: new Set(found.filter((one) => one.hits.length > 0).map(({ wording }) => wording)),
    holding: [...hits.values()].filter(({ path }) => within?.has(path) !== false),
  };
}

/** Whether a text holds another as it stands, but for case and white space, and not as part of a longer word or file's name. */
export function containsPhrase(text: string, wording: string): boolean {
  const inText = even(text);
  const wanted = even(wording);
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1)) {
    const before = inText[at - 1] ?? ' ';
    const after = inText[at + wanted.length] ?? ' ';
    if (!partOfWord.test(before) && !partOfWord.test(after)) return true;
  }
  return false;
}

const partOfWord = /[\p{L}\p{N}_-]/u;

function even(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** As it is indexed: secrets masked. */
export function maskedChunkText({ raw, masks, startOffset }: ChunkRow): string {
  return maskText(raw, masks, startOffset);
}
