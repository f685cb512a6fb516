/**
 * Plans which spans an answer uses before any is read: requested definitions, members of requested files, and the
 * best passages.
 */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../../ports/chunk-store.ts';

/** Where a span stands in the ranking, and why; empty for what was looked up rather than ranked. */
export interface RankingInfo {
  readonly rank?: number;
  readonly scores?: Readonly<Record<string, number>>;
  /** Where else the same is said. */
  readonly copies?: readonly SpanPosition[];
}

export type PlannedSpan = SpanPosition &
  RankingInfo & { readonly score: number } & (
    | { readonly use: 'definition'; readonly of: SymbolRow; readonly whole: boolean }
    | { readonly use: 'passage'; readonly of: ChunkRow; readonly symbols: readonly SymbolRow[] }
    | { readonly use: 'file'; readonly of: FileRow; readonly symbols: readonly SymbolRow[] }
    | { readonly use: 'member'; readonly of: SymbolRow }
    /** One more definition of a name looked up. */
    | { readonly use: 'namesake'; readonly of: SymbolRow }
  );

export interface PlannedPassage extends RankingInfo {
  readonly chunk: ChunkRow;
  readonly score: number;
  /** Definitions that share a line with it: what is quoted is said of the one it lies in. */
  readonly symbols: readonly SymbolRow[];
}

export interface EvidencePlan {
  readonly question: Question;
  /** Definitions sure enough to be what is asked about, the likeliest first. */
  readonly definitions: readonly SymbolRow[];
  readonly passages: readonly PlannedPassage[];
  /** What the graph leads to from them, shown beside as many of them as are asked for. */
  readonly related?: readonly PlannedPassage[];
  readonly files: readonly { readonly file: FileRow; readonly symbols: readonly SymbolRow[] }[];
  readonly topK: number;
}

/** A longer definition is cited by its head alone. */
const wholeDefinitionLines = 150;
const definitionHeadLines = 30;
const fileHeadLines = 30;
const definitionsShown = 4;
/** Further ones that are told of by their name's line alone. */
const namesakesShown = 20;
/** As many definitions of a name looked up are told of. */
export const maxNamesakes = definitionsShown + namesakesShown;
const membersShown = 12;
/** The same, of each of several files. */
const membersOfMany = 4;

export function planEvidence(plan: EvidencePlan): readonly PlannedSpan[] {
  const definitions = plan.definitions.slice(0, definitionsShown).map(definitionSpan);
  const files = plan.files.flatMap(({ file, symbols }) => [
    fileSpan(file, symbols),
    ...members(symbols, plan.files.length === 1 ? membersShown : membersOfMany),
  ]);
  const taken = [...definitions, ...files];
  // Who asks for the tests of a name is not helped by where it is defined.
  const enough = plan.question.class === 'lookup' && taken.length > 0 && !plan.question.asksForTests;
  const untaken = ({ chunk }: PlannedPassage): boolean => !taken.some((span) => covers(span, chunk));
  const passages = enough ? [] : plan.passages.filter(untaken).slice(0, plan.topK);
  const shown = new Set(passages.map(({ chunk }) => chunk.key));
  const related = enough
    ? []
    : (plan.related ?? []).filter((one) => untaken(one) && !shown.has(one.chunk.key));
  const namesakes = plan.question.class === 'lookup' ? plan.definitions.slice(definitionsShown) : [];
  return [
    ...taken,
    ...namesakes.slice(0, namesakesShown).map((symbol) => nameSpan('namesake', symbol)),
    ...[...passages, ...related].map(passageSpan),
  ];
}

function definitionSpan(symbol: SymbolRow): PlannedSpan {
  const whole = symbol.endLine - symbol.startLine < wholeDefinitionLines;
  const head = Math.max(
    symbol.startLine + definitionHeadLines - 1,
    symbol.documentationLines?.endLine ?? 0,
    symbol.nameLine,
  );
  return {
    use: 'definition',
    of: symbol,
    whole,
    path: symbol.path,
    // Documentation that stands before the definition belongs to what is quoted.
    startLine: Math.min(symbol.startLine, symbol.documentationLines?.startLine ?? symbol.startLine),
    endLine: whole ? symbol.endLine : Math.min(symbol.endLine, head),
    score: 1,
  };
}

function fileSpan(file: FileRow, symbols: readonly SymbolRow[]): PlannedSpan {
  return {
    use: 'file',
    of: file,
    symbols,
    path: file.path,
    startLine: 1,
    endLine: Math.max(1, Math.min(file.lines, fileHeadLines)),
    score: 1,
  };
}

/** The outermost definitions of a file, each by the line that bears its name. */
function members(symbols: readonly SymbolRow[], most: number): readonly PlannedSpan[] {
  const outermost = symbols.filter((symbol) => symbol.qualifiedName === symbol.name);
  const exported = outermost.filter((symbol) => symbol.exported);
  const shown = (exported.length > 0 ? exported : outermost).slice(0, most);
  return shown.map((symbol) => nameSpan('member', symbol));
}

function nameSpan(use: 'member' | 'namesake', symbol: SymbolRow): PlannedSpan {
  const { path, nameLine } = symbol;
  return { use, of: symbol, path, startLine: nameLine, endLine: nameLine, score: 1 };
}

function passageSpan({ chunk, score, symbols, ...standing }: PlannedPassage): PlannedSpan {
  return {
    use: 'passage',
    of: chunk,
    symbols,
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    score,
    ...standing,
  };
}

/** Most of the chunk is shown already. */
function covers(span: SpanPosition, chunk: SpanPosition): boolean {
  if (span.path !== chunk.path) return false;
  const shared = Math.min(span.endLine, chunk.endLine) - Math.max(span.startLine, chunk.startLine) + 1;
  return shared >= 0.8 * (chunk.endLine - chunk.startLine + 1);
}
