/** Finds chunks that contain a phrase verbatim, ignoring case and whitespace. */

import { maskText } from '../../core/text/mask-text.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { ColumnWeights, TextHit, TextIndex } from '../../ports/text-index.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';

export interface PhraseMatches {
  /** The phrases that occur anywhere, inside or outside the scope. */
  readonly present: ReadonlySet<string>;
  /** Chunks of the scope that contain a phrase. */
  readonly chunks: readonly TextHit[];
}

/** Maximum number of phrases searched per question. */
const maxPhrases = 4;
/** Maximum number of chunks read for each phrase. */
const maxChunksPerPhrase = 30;
const weights: ColumnWeights = { path: 0, symbols: 1, prose: 1, code: 1 };

export async function findPhrases(
  textIndex: Pick<TextIndex, 'search'>,
  { key, paths }: { readonly key: SnapshotKey; readonly paths: readonly string[] | undefined },
  wordings: readonly string[],
): Promise<PhraseMatches> {
  const scopePaths = paths === undefined ? undefined : new Set(paths);
  const matches = await Promise.all(
    wordings.slice(0, maxPhrases).map(async (wording) => {
      const terms = extractTerms(wording);
      if (terms.length === 0) return { wording, hits: [] };
      const phrase = terms.join(' ');
      const hits = await textIndex.search(key, {
        terms: [phrase],
        weights,
        limit: maxChunksPerPhrase,
        paths: undefined,
      });
      return { wording, hits: hits.filter((hit) => containsPhrase(maskedChunkText(hit), wording)) };
    }),
  );
  const hits = new Map(matches.flatMap((match) => match.hits.map((hit) => [hit.key, hit])));
  return {
    present: new Set(matches.filter((match) => match.hits.length > 0).map(({ wording }) => wording)),
    chunks: [...hits.values()].filter(({ path }) => scopePaths?.has(path) !== false),
  };
}

/** Whether a text contains a phrase verbatim, ignoring case and whitespace, and not as part of a longer word or file name. */
export function containsPhrase(text: string, wording: string): boolean {
  const inText = collapseWhitespace(text);
  const phrase = collapseWhitespace(wording);
  for (let at = inText.indexOf(phrase); at >= 0; at = inText.indexOf(phrase, at + 1)) {
    const before = inText[at - 1] ?? ' ';
    const after = inText[at + phrase.length] ?? ' ';
    if (!wordCharacter.test(before) && !wordCharacter.test(after)) return true;
  }
  return false;
}

const wordCharacter = /[\p{L}\p{N}_-]/u;

function collapseWhitespace(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Returns the text of a chunk with secrets masked, as it is indexed. */
export function maskedChunkText({ raw, masks, startOffset }: ChunkRow): string {
  return maskText(raw, masks, startOffset);
}
