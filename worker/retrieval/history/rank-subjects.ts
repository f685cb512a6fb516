/** Chooses the definitions that a history question is about among those that bear a name of the question. */

import { identifierParts } from '../../core/text/terms.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';

interface SubjectQuery {
  readonly text: string;
  /** Names in the question, with dots between their segments, in their order. */
  readonly names: readonly string[];
  /** The file or folder that the question names. */
  readonly path: string | undefined;
}

/** Definitions with nearly the best score are meant too, such as a declaration and its implementation. */
const tieMargin = 0.75;
const maxSubjects = 3;

/** @returns the best definitions; empty if none fits a name */
export function rankSubjects(symbols: readonly SymbolRow[], query: SubjectQuery): readonly SymbolRow[] {
  const words = new Set(lowerWords(query.text));
  const rated = symbols
    .map((symbol) => ({ symbol, score: rateSymbol(symbol, query, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = rated[0]?.score ?? 0;
  return rated
    .filter(({ score, symbol }) => score >= best - tieMargin && symbol.name === rated[0]?.symbol.name)
    .slice(0, maxSubjects)
    .map(({ symbol }) => symbol);
}

function rateSymbol(symbol: SymbolRow, query: SubjectQuery, words: ReadonlySet<string>): number {
  const names = query.names.map((name, index) => ({ segments: name.split('.'), index }));
  const fitting = names.filter(({ segments }) => equalIgnoringCase(segments.at(-1), symbol.name));
  const [written] = fitting.toSorted((a, b) => b.segments.length - a.segments.length);
  if (written === undefined) return 0;
  const containers = symbol.qualifiedName.split('.').slice(0, -1);
  const ownName = written.segments.at(-1);
  return (
    (ownName === symbol.name ? 3 : 0.5) +
    rateContainers(containers, written.segments.slice(0, -1), query, words) +
    ratePath(symbol, query, words) -
    0.4 * written.index
  );
}

/** A container that the question names makes a member the subject, as in "the Write method of gzipResponseWriter". */
function rateContainers(
  containers: readonly string[],
  owners: readonly string[],
  { names }: SubjectQuery,
  words: ReadonlySet<string>,
): number {
  const owner = owners.at(-1);
  const fitsOwner =
    owner !== undefined && containers.some((container) => equalIgnoringCase(container, owner));
  const nameSegments = names.flatMap((name) => name.split('.'));
  const isNamed = containers.some((container) => nameSegments.includes(container));
  const described = Math.max(
    0,
    ...containers.map((container) => {
      const parts = identifierParts(container);
      return parts.filter((part) => words.has(part)).length / Math.max(1, parts.length);
    }),
  );
  return (fitsOwner ? 4 : owner === undefined ? 0 : -1) + (isNamed ? 3 : 1.5 * described);
}

function ratePath(symbol: SymbolRow, { path, text }: SubjectQuery, words: ReadonlySet<string>): number {
  const isInPath = path !== undefined && (symbol.path === path || symbol.path.startsWith(`${path}/`));
  const parts = new Set(lowerWords(symbol.path.replace(/\.\w+$/, '')));
  const shared = [...parts].filter((part) => part.length > 2 && words.has(part)).length;
  const asksForTests = /\b(?:tests?|specs?)\b/i.test(text);
  const isTypeDeclaration = /\.d\.[cm]?ts$|\.pyi$/.test(symbol.path);
  return (
    (path === undefined ? 0 : isInPath ? 4 : -3) +
    Math.min(1.5, shared * 0.5) +
    (symbol.role === 'source' ? 1 : asksForTests ? 0.5 : -1.5) +
    (isTypeDeclaration && !/\b(?:types?|interface|declaration)\b/i.test(text) ? -1 : 0)
  );
}

function equalIgnoringCase(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}

function lowerWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [
    word.toLowerCase(),
    ...identifierParts(word),
  ]);
}
