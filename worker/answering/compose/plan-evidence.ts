/**
 * Plans which spans an answer uses, before any span is read: requested definitions, members of requested files, and the
 * best sections of documentation.
 */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../../ports/chunk-store.ts';

/** A span's rank and scores; empty if it was looked up rather than ranked. */
interface RankingInfo {
  readonly rank?: number;
  readonly scores?: Readonly<Record<string, number>>;
  /** Other positions with the same text. */
  readonly copies?: readonly SpanPosition[];
}

/** A span to read and cite. `subject` is the definition, chunk or file that the span shows. */
export type PlannedSpan = SpanPosition &
  RankingInfo & { readonly score: number } & (
    | { readonly use: 'definition'; readonly subject: SymbolRow; readonly whole: boolean }
    | { readonly use: 'passage'; readonly subject: ChunkRow }
    | { readonly use: 'file'; readonly subject: FileRow; readonly symbols: readonly SymbolRow[] }
    | { readonly use: 'member'; readonly subject: SymbolRow }
    /** A further definition of a requested name. */
    | { readonly use: 'namesake'; readonly subject: SymbolRow }
  );

export interface PlannedPassage extends RankingInfo {
  readonly chunk: ChunkRow;
  readonly score: number;
}

export interface EvidencePlan {
  readonly question: Question;
  /** Confident matches for the question's subject, best first. */
  readonly definitions: readonly SymbolRow[];
  /** Sections of documentation, best first. */
  readonly passages: readonly PlannedPassage[];
  readonly files: readonly { readonly file: FileRow; readonly symbols: readonly SymbolRow[] }[];
  readonly topK: number;
}

/** Only the head of a longer definition is cited. */
const maxWholeDefinitionLines = 150;
const definitionHeadLines = 30;
const fileHeadLines = 30;
const maxListedDefinitions = 4;
/** Further definitions, of which only the name's line is cited. */
const maxListedNamesakes = 20;
/** The maximum number of definitions of one name in an answer. */
export const maxNamesakes = maxListedDefinitions + maxListedNamesakes;
const maxListedMembers = 12;
/** The limit per file if several files are requested. */
const maxMembersPerFile = 4;

export function planEvidence(plan: EvidencePlan): readonly PlannedSpan[] {
  const definitions = plan.definitions.slice(0, maxListedDefinitions).map(definitionSpan);
  const files = plan.files.flatMap(({ file, symbols }) => [
    fileSpan(file, symbols),
    ...memberSpans(symbols, plan.files.length === 1 ? maxListedMembers : maxMembersPerFile),
  ]);
  const lookedUp = [...definitions, ...files];
  const isAnswered = plan.question.class === 'lookup' && lookedUp.length > 0;
  const isNew = ({ chunk }: PlannedPassage): boolean => !lookedUp.some((span) => covers(span, chunk));
  const passages = isAnswered ? [] : plan.passages.filter(isNew).slice(0, plan.topK);
  const namesakes = plan.question.class === 'lookup' ? plan.definitions.slice(maxListedDefinitions) : [];
  return [
    ...lookedUp,
    ...namesakes.slice(0, maxListedNamesakes).map((symbol) => nameSpan('namesake', symbol)),
    ...passages.map(passageSpan),
  ];
}

function definitionSpan(symbol: SymbolRow): PlannedSpan {
  const whole = symbol.endLine - symbol.startLine < maxWholeDefinitionLines;
  const head = Math.max(
    symbol.startLine + definitionHeadLines - 1,
    symbol.documentationLines?.endLine ?? 0,
    symbol.nameLine,
  );
  return {
    use: 'definition',
    subject: symbol,
    whole,
    path: symbol.path,
    // The quotation includes documentation above the definition.
    startLine: Math.min(symbol.startLine, symbol.documentationLines?.startLine ?? symbol.startLine),
    endLine: whole ? symbol.endLine : Math.min(symbol.endLine, head),
    score: 1,
  };
}

function fileSpan(file: FileRow, symbols: readonly SymbolRow[]): PlannedSpan {
  return {
    use: 'file',
    subject: file,
    symbols,
    path: file.path,
    startLine: 1,
    endLine: Math.max(1, Math.min(file.lines, fileHeadLines)),
    score: 1,
  };
}

/** Returns the line of the name of each top-level definition in a file. */
function memberSpans(symbols: readonly SymbolRow[], maxMembers: number): readonly PlannedSpan[] {
  const outermost = symbols.filter((symbol) => symbol.qualifiedName === symbol.name);
  const exported = outermost.filter((symbol) => symbol.exported);
  const shown = (exported.length > 0 ? exported : outermost).slice(0, maxMembers);
  return shown.map((symbol) => nameSpan('member', symbol));
}

function nameSpan(use: 'member' | 'namesake', symbol: SymbolRow): PlannedSpan {
  const { path, nameLine } = symbol;
  return { use, subject: symbol, path, startLine: nameLine, endLine: nameLine, score: 1 };
}

function passageSpan({ chunk, score, ...ranking }: PlannedPassage): PlannedSpan {
  return {
    use: 'passage',
    subject: chunk,
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    score,
    ...ranking,
  };
}

/** Returns whether the span already covers most of the chunk. */
function covers(span: SpanPosition, chunk: SpanPosition): boolean {
  if (span.path !== chunk.path) return false;
  const shared = Math.min(span.endLine, chunk.endLine) - Math.max(span.startLine, chunk.startLine) + 1;
  return shared >= 0.8 * (chunk.endLine - chunk.startLine + 1);
}
