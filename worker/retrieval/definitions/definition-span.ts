/** Shows ranked definitions as spans, so that everything that reads ranked chunks reads definitions alike. */

import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';
import { overlaps, ownRange, type Definition } from './definition.ts';
import { roundScore } from '../ranking/candidate.ts';
import { explainDefinition, type ScoredDefinition } from './rank-definitions.ts';

/**
 * Creates the row of a definition from the chunks that contain its lines. Its key is negative, so it differs from the key of every chunk; a
 * section or text that is one chunk is that chunk.
 * @returns undefined if a line is missing
 */
export function createDefinitionRow(
  definition: Definition,
  chunks: readonly ChunkRow[],
): ChunkRow | undefined {
  const own = ownRange(definition);
  const covering = chunks
    .filter((chunk) => overlaps(chunk, own))
    .toSorted((a, b) => a.startOffset - b.startOffset);
  const [first] = covering;
  const last = covering.at(-1);
  if (first === undefined || last === undefined || !areContiguous(covering)) return undefined;
  if (first.startLine > own.startLine || last.endLine < own.endLine) return undefined;
  if (covering.length === 1 && first.startLine === own.startLine && first.endLine === own.endLine)
    return { ...first, kind: shownKind(definition, first), symbol: shownSymbol(definition) };
  const text = covering.map(({ raw }) => raw).join('');
  const start = findLineStart(text, own.startLine - first.startLine);
  const end = findLineStart(text, own.endLine + 1 - first.startLine);
  return {
    ...first,
    key: definitionKey(definition, first),
    startLine: own.startLine,
    endLine: own.endLine,
    startOffset: first.startOffset + start,
    raw: text.slice(start, end),
    kind: shownKind(definition, first),
    symbol: shownSymbol(definition),
    metadata: describe(definition, first),
    ...(covering.some(({ sharesLine }) => sharesLine === true) ? { sharesLine: true } : {}),
  };
}

function shownKind({ kind }: Definition, chunk: ChunkRow): ChunkRow['kind'] {
  return kind === 'text' || kind === 'section' ? chunk.kind : kind;
}

function shownSymbol({ qualifiedName }: Definition): string | undefined {
  return qualifiedName === '' ? undefined : qualifiedName;
}

function describe(definition: Definition, { metadata }: ChunkRow): ChunkRow['metadata'] {
  const { kind, qualifiedName, signature, documentation, exported, complexity } = definition;
  if (kind === 'text' || kind === 'section') return metadata;
  return {
    defines: [qualifiedName],
    signature,
    complexity,
    ...(documentation === '' ? {} : { documentation }),
    ...(exported ? { exports: [qualifiedName] } : {}),
    ...(metadata.traits === undefined ? {} : { traits: metadata.traits }),
  };
}

/** Chunks of one file in order, without a gap. */
function areContiguous(chunks: readonly ChunkRow[]): boolean {
  return chunks.every(
    (chunk, index) => index === 0 || chunk.ordinal === (chunks[index - 1]?.ordinal ?? 0) + 1,
  );
}

/** The offset of a line, counted from 0; the length of the text after its last line. */
function findLineStart(text: string, line: number): number {
  let offset = 0;
  for (let passed = 0; passed < line; passed += 1) {
    const end = text.indexOf('\n', offset);
    if (end < 0) return text.length;
    offset = end + 1;
  }
  return offset;
}

const definitionsPerFile = 65_536;

function definitionKey({ id }: Definition, chunk: ChunkRow): number {
  const [file, ordinal] = id.split('.').map(Number);
  return file === undefined || ordinal === undefined || Number.isNaN(file)
    ? chunk.key
    : -(file * definitionsPerFile + ordinal) - 1;
}

function roundComponents(components: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(components).map(([name, value]) => [name, roundScore(value)] as const),
  );
}

/** Spans of ranked definitions, then the chunks that show other lines, in their order. */
export function mergeDefinitionSpans(
  definitions: readonly (ScoredDefinition & { readonly row: ChunkRow })[],
  chunks: readonly RankedSpan[],
): readonly RankedSpan[] {
  const spans = definitions.map(({ row, score, features }): RankedSpan => ({
    chunk: row,
    score,
    definitionFeatures: features,
    // Computed on demand, because most spans are never inspected.
    get scores() {
      return roundComponents(explainDefinition({ features }));
    },
  }));
  const lowest = spans.at(-1)?.score ?? 1;
  const shownByPath = new Map<string, ChunkRow[]>();
  for (const { row } of definitions) shownByPath.set(row.path, [...(shownByPath.get(row.path) ?? []), row]);
  const others = chunks.filter(
    ({ chunk }) => !(shownByPath.get(chunk.path) ?? []).some((row) => overlaps(row, chunk)),
  );
  const best = others[0]?.score ?? 1;
  return [
    ...spans,
    ...others.map((span) => ({ ...span, score: (lowest * span.score) / Math.max(best, 1e-9) })),
  ];
}
