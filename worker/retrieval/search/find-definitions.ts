/** Finds definitions by the names in a question, and rates how certain it is that the question refers to each. */

import type { FileRole } from '../../core/files/file.ts';
import { unnamedExport } from '../../core/code/symbol.ts';
import type { Question } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';

const rolePreference = {
  source: 0,
  docs: 1,
  example: 2,
  config: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/** Finds symbols with the requested names: names written as code first, then plain words that happen to be names. */
export async function findDefinitions(
  chunkStore: Pick<ChunkStore, 'findSymbols'>,
  scope: { readonly key: SnapshotKey; readonly paths: readonly string[] | undefined },
  question: Question,
): Promise<readonly SymbolRow[]> {
  // A dotted name is also looked up by its last part: `flask.url_for` may be a function that is stored as `url_for`.
  const possibleNames = question.possibleNames.filter((name) => name.toLowerCase() !== unnamedExport);
  const names = [...new Set([...question.identifiers.flatMap(withLastSegment), ...possibleNames])];
  if (names.length === 0) return [];
  const found = await chunkStore.findSymbols(scope.key, names);
  const scopePaths = scope.paths === undefined ? undefined : new Set(scope.paths);
  const inScope = scopePaths === undefined ? found : found.filter((symbol) => scopePaths.has(symbol.path));
  const order = (symbol: SymbolRow): number[] => [
    definitionCertainty(question, symbol) === 1 ? 0 : 1,
    -definitionCertainty(question, symbol),
    question.asksForTests ? 0 : rolePreference[symbol.role],
    symbol.exported ? 0 : 1,
    symbol.documentation === '' ? 1 : 0,
    symbol.qualifiedName.split('.').length,
    symbol.path.length,
  ];
  return inScope
    .map((symbol) => ({ symbol, order: order(symbol) }))
    .toSorted((a, b) => compareLists(a.order, b.order))
    .map(({ symbol }) => symbol);
}

function withLastSegment(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? [name] : [name, name.slice(dot + 1)];
}

/** Returns how certain it is that the question refers to this symbol: 1 for a name written as code, less for a plain word. */
export function definitionCertainty(question: Question, symbol: SymbolRow): number {
  const matchesName = (name: string): boolean =>
    name === symbol.name || name === symbol.qualifiedName || symbol.qualifiedName.endsWith(`.${name}`);
  if (question.identifiers.some(matchesName)) return 1;
  const lower = symbol.name.toLowerCase();
  // A test's `MAX_SIZE` for the setting `max_size` is another thing.
  if (question.identifiers.some((name) => (name.split('.').at(-1) ?? name).toLowerCase() === lower))
    return symbol.role === 'test' && !question.asksForTests ? 0.3 : 0.7;
  const isExact = question.possibleNames.includes(symbol.name);
  if (!isExact && !question.possibleNames.some((name) => name.toLowerCase() === lower)) return 0;
  const isWholeQuestion =
    question.terms.length === 1 && (question.class === 'lookup' || /^\s*\S+\s*$/.test(question.text));
  if (isWholeQuestion) return isExact ? 1 : 0.8;
  // A capitalized word inside a sentence is probably a name; a plain word usually is not.
  return isExact && /^\p{Lu}/u.test(symbol.name) && !question.text.startsWith(symbol.name)
    ? 0.6
    : symbol.exported
      ? 0.2
      : 0.05;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const difference = left - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
