/**
 * Checks a model's search plan against the repository: a name that it adds must exist, names in the question must remain, and parts must
 * ask different things. Queries that fail the checks are not used.
 */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { TextIndex } from '../../ports/text-index.ts';
import { matchFiles } from '../../retrieval/search/match-path.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';

export interface ProposedPlan {
  readonly query: string;
  readonly subQueries: readonly string[];
}

export interface CheckedPlan {
  /** One query, or two to three queries that ask different things. Empty if none is valid or new. */
  readonly queries: readonly string[];
  /** A sentence on what was not used and why; undefined if everything was used. */
  readonly note: string | undefined;
}

export interface PlanStores {
  readonly chunkStore: Pick<ChunkStore, 'listFiles' | 'findSymbols' | 'namesContaining'>;
  readonly textIndex: Pick<TextIndex, 'documentFrequencies'>;
}

const maxQueries = 3;
/** Maximum fraction of the shorter part's words that two parts may share. */
const maxOverlap = 0.5;
const maxNames = 20;

/** @param originals the question as written, then as read without a model */
export async function checkPlan(
  stores: PlanStores,
  key: SnapshotKey,
  { query, subQueries }: ProposedPlan,
  originals: readonly string[],
): Promise<CheckedPlan> {
  const originalText = originals.map((text) => text.toLowerCase()).join('\n');
  const introduced = [query, ...subQueries]
    .flatMap(listNames)
    .filter((name) => !originalText.includes(name.toLowerCase()));
  const missing = await findMissing(stores, key, [...new Set(introduced)].slice(0, maxNames));
  const isValid = (text: string): boolean => !listNames(text).some((name) => missing.has(name));
  const requiredNames = listNames(originals[0] ?? '');
  const parts = dropOverlaps(subQueries.filter(isValid)).slice(0, maxQueries);
  const note = missing.size === 0 ? undefined : describeMissing([...missing]);
  if (parts.length > 1 && containsAllNames(parts, requiredNames)) return { queries: parts, note };
  const isNew = !originals.some((text) => hasSameWords(text, query));
  if (query === '' || !isNew || !isValid(query)) return { queries: [], note };
  if (containsAllNames([query], requiredNames)) return { queries: [query], note };
  return {
    queries: [],
    note: 'The search plan of the model was not used: it omitted a name in the question.',
  };
}

function describeMissing(names: readonly string[]): string {
  const shown = names
    .slice(0, 3)
    .map((name) => `\`${name.slice(0, 60)}\``)
    .join(', ');
  return `Parts of the model’s search plan were not used, since they name things that do not exist: ${shown}.`;
}

function listNames(text: string): readonly string[] {
  const { identifiers, paths } = readQuestion(text);
  return [...identifiers, ...paths];
}

function containsAllNames(queries: readonly string[], names: readonly string[]): boolean {
  const text = queries.join('\n').toLowerCase();
  return names.every((name) => text.includes(name.toLowerCase()));
}

function hasSameWords(a: string, b: string): boolean {
  return toPlainWords(a) === toPlainWords(b);
}

function toPlainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds names that have no definition, match no path and occur in no chunk as a whole word. */
async function findMissing(
  { chunkStore, textIndex }: PlanStores,
  key: SnapshotKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const forms = new Map(names.map((name) => [name, toSearchTerm(name)]));
  const [symbols, files, frequencies] = await Promise.all([
    chunkStore.findSymbols(key, names),
    chunkStore.listFiles(key),
    textIndex.documentFrequencies(
      key,
      [...new Set(forms.values())].filter((form) => form !== ''),
    ),
  ]);
  const defined = symbols.map(({ qualifiedName }) => `.${qualifiedName.toLowerCase()}`);
  const exists = (name: string): boolean =>
    defined.some((definition) => definition.endsWith(`.${name.toLowerCase()}`)) ||
    matchFiles(files, name).length > 0 ||
    (!name.includes('/') && (frequencies.get(forms.get(name) ?? '') ?? 0) > 0);
  return new Set(names.filter((name) => !exists(name)));
}

/** Returns the search term of a whole name, without its qualifier. */
function toSearchTerm(name: string): string {
  return extractTerms(name.split('.').at(-1) ?? name)[0] ?? '';
}

/** Drops queries that overlap with an earlier query. */
function dropOverlaps(queries: readonly string[]): readonly string[] {
  const distinct: { readonly text: string; readonly words: ReadonlySet<string> }[] = [];
  for (const text of queries) {
    const words = new Set(readQuestion(text).terms.map(({ word }) => word));
    const overlaps = distinct.some((earlier) => overlapFraction(earlier.words, words) > maxOverlap);
    if (words.size > 0 && !overlaps) distinct.push({ text, words });
  }
  return distinct.map(({ text }) => text);
}

function overlapFraction(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length / Math.min(a.size, b.size);
}
