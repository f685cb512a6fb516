/**
 * What a model proposes to search for, held against the repository: a name it brings in must be there, names that were asked for must
 * still be asked for, and parts must ask different things. What does not hold is not searched for.
 */

import type { SnapshotKey } from '../../core/repository.ts';
import { termsOf } from '../../core/terms.ts';
import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { TextIndex } from '../../ports/text-index.ts';
import { filesAt } from '../../retrieval/files-at.ts';
import { readQuestion } from '../../retrieval/read-question.ts';

export interface ProposedPlan {
  readonly query: string;
  readonly subQueries: readonly string[];
}

export interface CheckedPlan {
  /** One, or two or three that ask different things; none where nothing holds or nothing is new. */
  readonly queries: readonly string[];
  /** What of it was not searched for and why; undefined where all of it was. */
  readonly note: string | undefined;
}

export interface PlanStores {
  readonly chunkStore: Pick<ChunkStore, 'listFiles' | 'findSymbols' | 'namesHolding'>;
  readonly textIndex: Pick<TextIndex, 'documentFrequencies'>;
}

const mostQueries = 3;
/** Of the words of the shorter, what two parts may have in common. */
const mostShared = 0.5;
const mostNames = 20;

/**
 * @param asked as it was asked, and as it is read without a model
 */
export async function checkPlan(
  stores: PlanStores,
  key: SnapshotKey,
  { query, subQueries }: ProposedPlan,
  asked: readonly string[],
): Promise<CheckedPlan> {
  const known = asked.map((text) => text.toLowerCase()).join('\n');
  const introduced = [query, ...subQueries]
    .flatMap(namesIn)
    .filter((name) => !known.includes(name.toLowerCase()));
  const missing = await missingOf(stores, key, [...new Set(introduced)].slice(0, mostNames));
  const isHeld = (text: string): boolean => !namesIn(text).some((name) => missing.has(name));
  const keptNames = namesIn(asked[0] ?? '');
  const parts = apart(subQueries.filter(isHeld)).slice(0, mostQueries);
  const note = missing.size === 0 ? undefined : noteOf([...missing]);
  if (parts.length > 1 && keepsAll(parts, keptNames)) return { queries: parts, note };
  const isNew = !asked.some((text) => sameWords(text, query));
  if (query === '' || !isNew || !isHeld(query)) return { queries: [], note };
  if (keepsAll([query], keptNames)) return { queries: [query], note };
  return {
    queries: [],
    note: 'What a model made of the question was not searched for: it left out a name that was asked for.',
  };
}

function noteOf(names: readonly string[]): string {
  const told = names
    .slice(0, 3)
    .map((name) => `\`${name.slice(0, 60)}\``)
    .join(', ');
  return `What a model made of the question was not searched for where it names what is not there: ${told}.`;
}

function namesIn(text: string): readonly string[] {
  const { identifiers, paths } = readQuestion(text);
  return [...identifiers, ...paths];
}

function keepsAll(queries: readonly string[], names: readonly string[]): boolean {
  const told = queries.join('\n').toLowerCase();
  return names.every((name) => told.includes(name.toLowerCase()));
}

function sameWords(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Defined nowhere, no path, and in no chunk's text as a whole word. */
async function missingOf(
  { chunkStore, textIndex }: PlanStores,
  key: SnapshotKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const forms = new Map(names.map((name) => [name, wholeForm(name)]));
  const [symbols, files, frequencies] = await Promise.all([
    chunkStore.findSymbols(key, names),
    chunkStore.listFiles(key),
    textIndex.documentFrequencies(
      key,
      [...new Set(forms.values())].filter((form) => form !== ''),
    ),
  ]);
  const defined = symbols.map(({ qualifiedName }) => `.${qualifiedName.toLowerCase()}`);
  const isThere = (name: string): boolean =>
    defined.some((one) => one.endsWith(`.${name.toLowerCase()}`)) ||
    filesAt(files, name).length > 0 ||
    (!name.includes('/') && (frequencies.get(forms.get(name) ?? '') ?? 0) > 0);
  return new Set(names.filter((name) => !isThere(name)));
}

/** The term a name has as a whole, without what qualifies it. */
function wholeForm(name: string): string {
  return termsOf(name.split('.').at(-1) ?? name)[0] ?? '';
}

/** Those that ask something else than the ones before them. */
function apart(queries: readonly string[]): readonly string[] {
  const kept: { readonly text: string; readonly words: ReadonlySet<string> }[] = [];
  for (const text of queries) {
    const words = new Set(readQuestion(text).terms.map(({ word }) => word));
    const overlaps = kept.some((one) => sharedOf(one.words, words) > mostShared);
    if (words.size > 0 && !overlaps) kept.push({ text, words });
  }
  return kept.map(({ text }) => text);
}

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length / Math.min(one.size, other.size);
}
