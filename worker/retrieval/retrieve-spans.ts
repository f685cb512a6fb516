/** A question to ranked spans of one published state: keyword candidates, definitions of names asked for, signals. */

import type { FileRole } from '../core/file.ts';
import type { Question, QuestionTerm } from '../core/question.ts';
import type { SnapshotKey } from '../core/repository.ts';
import { termsOf } from '../core/terms.ts';
import type { Settings } from '../core/settings.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../ports/chunk-store.ts';
import type { TextHit, TextIndex } from '../ports/text-index.ts';
import { rankSpans, type Candidate, type RankedSpan } from './rank-spans.ts';

export interface RetrievalTools {
  readonly settings: Settings;
  readonly textIndex: TextIndex;
  readonly chunkStore: ChunkStore;
}

export interface RetrievalScope {
  readonly key: SnapshotKey;
  /** Chunks in all, for how telling a word is. */
  readonly chunks: number;
  /** Paths to look in; undefined for all. */
  readonly paths: readonly string[] | undefined;
  /** Candidates will be sifted by kind afterwards, so more of them are wanted. */
  readonly isSifted: boolean;
}

export interface Retrieved {
  readonly spans: readonly RankedSpan[];
  /** Definitions of names asked for, the likeliest first. */
  readonly definitions: readonly SymbolRow[];
  /** For each word that matters, how many chunks hold it in any form. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Forms of the question's words that some chunk holds. */
  readonly heldForms: ReadonlySet<string>;
}

const columnWeights = { path: 3, symbols: 5, prose: 1.5, code: 1 } as const;
/** How many times the candidates when only some kinds of them are wanted. */
const siftedTimes = 10;
/** Terms in one query; each costs a walk of its postings. */
const maxTerms = 32;
/** Spans looked at because they hold a name written as code. */
const holdersOfName = 30;
/** Definitions of one name that are looked at as spans. */
const maxDefinitions = 12;

export async function retrieveSpans(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
): Promise<Retrieved> {
  const { key } = scope;
  const [{ frequencies, heldForms }, definitions] = await Promise.all([
    frequenciesOf(tools.textIndex, key, question.terms),
    definitionsOf(tools.chunkStore, scope, question),
  ]);
  const names = question.identifiers.flatMap((name) => wholeForm(name)).filter((form) => heldForms.has(form));
  const [hits, holding, defining] = await Promise.all([
    tools.textIndex.search(key, {
      terms: searchTerms(question.terms, frequencies, scope.chunks),
      weights: columnWeights,
      limit: tools.settings.retrieval.candidates * (scope.isSifted ? siftedTimes : 1),
      paths: scope.paths,
    }),
    names.length === 0
      ? []
      : tools.textIndex.search(key, {
          terms: names,
          weights: columnWeights,
          limit: holdersOfName,
          paths: scope.paths,
        }),
    tools.chunkStore.chunksAt(
      key,
      definitions.slice(0, maxDefinitions).map((symbol) => ({ path: symbol.path, line: symbol.nameLine })),
    ),
  ]);
  return {
    spans: rankSpans(question, candidatesOf(question, { hits, holding }, { definitions, defining })),
    definitions,
    frequencies,
    heldForms,
  };
}

async function frequenciesOf(
  textIndex: TextIndex,
  key: SnapshotKey,
  terms: readonly QuestionTerm[],
): Promise<Pick<Retrieved, 'frequencies' | 'heldForms'>> {
  const forms = [...new Set(terms.flatMap((term) => term.variants))];
  const found = await textIndex.documentFrequencies(key, forms);
  const highest = (term: QuestionTerm): number =>
    Math.max(0, ...term.alternatives.map((terms) => Math.min(...terms.map((form) => found.get(form) ?? 0))));
  return {
    frequencies: new Map(terms.map((term) => [term.word, highest(term)])),
    heldForms: new Set(found.keys()),
  };
}

/**
 * Words in over a third of the chunks rank nothing and cost most; they are left out while others remain. The rarest come first,
 * since of a long question only some are looked for.
 */
function searchTerms(
  terms: readonly QuestionTerm[],
  frequencies: ReadonlyMap<string, number>,
  chunks: number,
): readonly string[] {
  const held = (term: QuestionTerm): number => frequencies.get(term.word) ?? 0;
  const present = terms.filter((term) => held(term) > 0).toSorted((a, b) => held(a) - held(b));
  const telling = present.filter((term) => held(term) <= Math.max(20, chunks / 3));
  const used = telling.length > 0 ? telling : present;
  return [...new Set(used.flatMap((term) => term.variants))].slice(0, maxTerms);
}

const rolePreference = {
  source: 0,
  docs: 1,
  example: 2,
  config: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/** Symbols by the names asked for: those written as code first, then plain words that happen to be names. */
async function definitionsOf(
  chunkStore: ChunkStore,
  scope: RetrievalScope,
  question: Question,
): Promise<readonly SymbolRow[]> {
  // `flask.url_for` may be the module's function, whatever class has a method of that name.
  const names = [...new Set([...question.identifiers.flatMap(withLastName), ...question.possibleNames])];
  if (names.length === 0) return [];
  const found = await chunkStore.findSymbols(scope.key, names);
  const inScope =
    scope.paths === undefined ? found : found.filter((symbol) => scope.paths?.includes(symbol.path));
  const order = (symbol: SymbolRow): number[] => [
    certaintyOf(question, symbol) === 1 ? 0 : 1,
    -certaintyOf(question, symbol),
    question.asksForTests ? 0 : rolePreference[symbol.role],
    symbol.exported ? 0 : 1,
    symbol.documentation === '' ? 1 : 0,
    symbol.qualifiedName.split('.').length,
    symbol.path.length,
  ];
  return [...inScope].sort((a, b) => compare(order(a), order(b)));
}

/** The term a name written as code has as a whole, without what qualifies it. */
function wholeForm(name: string): readonly string[] {
  return termsOf(name.split('.').at(-1) ?? name).slice(0, 1);
}

function withLastName(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? [name] : [name, name.slice(dot + 1)];
}

/** How sure that a symbol is meant by the question: certain when written as code, less for a plain word. */
export function certaintyOf(question: Question, symbol: SymbolRow): number {
  const named = (name: string): boolean =>
    name === symbol.name || name === symbol.qualifiedName || symbol.qualifiedName.endsWith(`.${name}`);
  if (question.identifiers.some(named)) return 1;
  const lower = symbol.name.toLowerCase();
  if (question.identifiers.some((name) => (name.split('.').at(-1) ?? name).toLowerCase() === lower))
    return 0.7;
  const exact = question.possibleNames.includes(symbol.name);
  if (!exact && !question.possibleNames.some((name) => name.toLowerCase() === lower)) return 0;
  const isWhole =
    question.terms.length === 1 && (question.class === 'lookup' || /^\s*\S+\s*$/.test(question.text));
  if (isWhole) return exact ? 1 : 0.8;
  // A capital inside a sentence is meant as a name; a plain word mostly is not.
  return exact && /^\p{Lu}/u.test(symbol.name) && !question.text.startsWith(symbol.name)
    ? 0.6
    : symbol.exported
      ? 0.2
      : 0.05;
}

function candidatesOf(
  question: Question,
  found: { hits: readonly TextHit[]; holding: readonly TextHit[] },
  named: { definitions: readonly SymbolRow[]; defining: readonly ChunkRow[] },
): readonly Candidate[] {
  const defines = new Map<number, number>();
  for (const chunk of named.defining) {
    const sure = named.definitions
      .filter(
        (symbol) =>
          symbol.path === chunk.path &&
          symbol.nameLine >= chunk.startLine &&
          symbol.nameLine <= chunk.endLine,
      )
      .map((symbol) => certaintyOf(question, symbol));
    defines.set(chunk.key, Math.max(0, ...sure));
  }
  const candidates = new Map<number, Candidate>();
  for (const chunk of named.defining)
    candidates.set(chunk.key, { chunk, bm25: 0, defines: defines.get(chunk.key) ?? 0 });
  const holders = new Set(found.holding.map((hit) => hit.key));
  // Scores of the two searches are of different queries: a span found by the name alone has none of the question's.
  for (const { score, ...chunk } of [...found.holding.map((hit) => ({ ...hit, score: 0 })), ...found.hits])
    candidates.set(chunk.key, {
      chunk,
      bm25: score,
      defines: defines.get(chunk.key) ?? 0,
      holdsName: holders.has(chunk.key),
    });
  return [...candidates.values()];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const difference = left - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
