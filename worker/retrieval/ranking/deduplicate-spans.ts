/**
 * Deduplicates copies and translations. Keeps the edition in the user's language or the original, and lists the other
 * copies with it.
 */

import { parseDocumentEdition, type DocumentEdition } from '../../core/files/document-edition.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import { detectPathTraits } from '../../core/files/file-traits.ts';
import type { FileRole } from '../../core/files/file.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from './rank-spans.ts';
import { compareByScore, roundScore } from './candidate.ts';
import { estimateResemblance, sketchText, type TextSketch } from './text-sketch.ts';

/** Maximum number of leading spans that are deduplicated. */
const maxDeduplicated = 2_000;
/** Maximum number of pairs whose words are compared, at some microseconds each: all pairs of 200 spans with the same name. */
const maxComparisons = 20_000;
const minResemblance = 0.8;
/** Minimum length of the shorter copy as a fraction of the other, in lines. */
const minLengthFraction = 0.7;
/** Tolerance for the position of a section compared with its translation, as a fraction of the page. */
const minOverlap = 0.5;
/** Whether similar files with a role are treated as copies. Source and test files may be similar, but each of them matters. */
const rolesWithCopies = {
  docs: true,
  example: true,
  translation: true,
  config: true,
  source: false,
  test: false,
} as const satisfies Record<FileRole, boolean>;

export interface DeduplicatedSpan extends RankedSpan {
  /** The other copies, best ranked first; undefined without copies. */
  readonly copies?: readonly SpanPosition[];
}

interface Member {
  readonly span: RankedSpan;
  readonly edition: DocumentEdition;
  /** Computed at the first comparison. */
  readonly sketch: () => TextSketch | undefined;
}

type Group = [Member, ...Member[]];

/**
 * @param ranked best first.
 * @param languages the user's languages, most likely first
 * @returns best first; an edition shown in place of a better copy gets its score, as the component `copies`
 */
export function deduplicateSpans(
  ranked: readonly RankedSpan[],
  languages: readonly string[],
): readonly DeduplicatedSpan[] {
  const groups = createGroups();
  for (const span of ranked.slice(0, maxDeduplicated)) groups.add(span);
  const deduplicated = groups.all().map((group) => pickEdition(group, languages));
  return [...deduplicated, ...ranked.slice(maxDeduplicated)];
}

interface Groups {
  add(span: RankedSpan): void;
  all(): readonly Group[];
}

function createGroups(): Groups {
  const all: Group[] = [];
  /** Keys that copies share: content, document, and names that survive manual edits. */
  const groupsByKey = new Map<string, Group[]>();
  let comparisons = 0;
  const isCopy = (one: Member, other: Member): boolean => {
    comparisons += 1;
    return comparisons <= maxComparisons && isSimilar(one, other);
  };
  const find = (key: string, matches: (group: Group) => boolean): Group | undefined =>
    groupsByKey.get(key)?.find(matches);
  return {
    all: () => all,
    add(span) {
      const { chunk } = span;
      const member = toMember(span);
      const content = `content ${chunk.fileHash} ${chunk.language} ${chunk.ordinal}`;
      const document = `document ${member.edition.document}`;
      const names = listNames(chunk);
      const lacksFile = (group: Group): boolean =>
        group.every((existing) => existing.span.chunk.path !== chunk.path);
      const group =
        find(content, lacksFile) ??
        find(document, (group) => isTranslated(group[0], member) && lacksFile(group)) ??
        names
          .map((name) => find(name, (group) => isCopy(group[0], member) && lacksFile(group)))
          .find((match) => match !== undefined);
      if (group !== undefined) {
        group.push(member);
        return;
      }
      const newGroup: Group = [member];
      all.push(newGroup);
      for (const key of [content, document, ...names])
        groupsByKey.set(key, [...(groupsByKey.get(key) ?? []), newGroup]);
    },
  };
}

function toMember(span: RankedSpan): Member {
  let sketch: TextSketch | undefined;
  let isComputed = false;
  return {
    span,
    edition: parseDocumentEdition(span.chunk.path),
    sketch() {
      if (!isComputed) sketch = sketchText(readRaw(span.chunk) ?? '');
      isComputed = true;
      return sketch;
    },
  };
}

/** A copy has the name of the file, the definition or the section. */
function listNames({ path, role, symbol }: ChunkRow): readonly string[] {
  if (!rolesWithCopies[role]) return [];
  const file = `file ${path.slice(path.lastIndexOf('/') + 1)}`;
  return symbol === undefined ? [file] : [file, `symbol ${symbol}`];
}

/** Whether both are the same section of a document in two languages. */
function isTranslated(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  if (a.role !== 'translation' && b.role !== 'translation') return false;
  if (one.edition.language === other.edition.language) return false;
  const [left, right] = [readAnchor(a), readAnchor(b)];
  if (left !== undefined && right !== undefined && left === right) return true;
  return overlap(readPosition(a), readPosition(b)) >= minOverlap;
}

function isSimilar(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  const [fewer, more] = [countLines(a), countLines(b)].sort((x, y) => x - y);
  if (one.edition.language !== other.edition.language || a.language !== b.language) return false;
  if ((fewer ?? 0) < (more ?? 0) * minLengthFraction) return false;
  const [left, right] = [one.sketch(), other.sketch()];
  return left !== undefined && right !== undefined && estimateResemblance(left, right) >= minResemblance;
}

/** Returns a heading's link anchor, which translations share: `## Install { #install }`. */
function readAnchor({ metadata }: ChunkRow): string | undefined {
  return /\{\s{0,4}#([\w-]{1,100})/.exec(metadata.headings?.at(-1) ?? '')?.[1];
}

/** The position of a chunk in its file, 0 to 1. */
function readPosition({ startLine, endLine, lines }: ChunkRow): readonly [start: number, end: number] {
  return [(startLine - 1) / Math.max(1, lines), endLine / Math.max(1, lines)];
}

/** Returns the common range as a fraction of the shorter range. */
function overlap([start, end]: readonly [number, number], [from, to]: readonly [number, number]): number {
  const shorter = Math.min(end - start, to - from);
  return (Math.min(end, to) - Math.max(start, from)) / Math.max(shorter, Number.EPSILON);
}

function countLines({ startLine, endLine }: ChunkRow): number {
  return endLine - startLine + 1;
}

/** The text of a chunk, if it was read. */
function readRaw(chunk: ChunkRow): string | undefined {
  return 'raw' in chunk && typeof chunk.raw === 'string' ? chunk.raw : undefined;
}

function pickEdition(group: Group, languages: readonly string[]): DeduplicatedSpan {
  const [best] = group;
  if (group.length === 1) return best.span;
  const [first = best, ...rest] = group
    .map((member) => ({ member, rank: rankEdition(member, languages) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ member }) => member);
  const bonus = roundScore(best.span.score - first.span.score);
  return {
    ...first.span,
    score: best.span.score,
    scores: bonus > 0 ? { ...first.span.scores, copies: bonus } : first.span.scores,
    copies: rest
      .map(({ span }) => span)
      .sort(compareByScore)
      .map(({ chunk }) => toPosition(chunk)),
  };
}

/** Ranks an edition: the user's languages first, then English or no language, then others; within a language, the newest version first. */
function rankEdition({ edition, span }: Member, languages: readonly string[]): number {
  const language = edition.language ?? 'en';
  const index = languages.indexOf(language);
  const languageRank = index >= 0 ? index : languages.length + (language === 'en' ? 0 : 1);
  return languageRank * 2 + (detectPathTraits(span.chunk.path).includes('legacy') ? 1 : 0);
}

function toPosition({ path, startLine, endLine }: ChunkRow): SpanPosition {
  return { path, startLine, endLine };
}
