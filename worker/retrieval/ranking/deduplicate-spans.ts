/**
 * Deduplicates copies and translations, keeping the edition in the user's language or the original. The others are
 * listed with it.
 */

import { parseDocumentEdition, type DocumentEdition } from '../../core/files/document-edition.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import { detectPathTraits } from '../../core/files/file-traits.ts';
import type { FileRole } from '../../core/files/file.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, roundScore } from './candidate.ts';
import { resemblance, sketchText, type TextSketch } from './text-sketch.ts';

/** Number of leading spans that are deduplicated. */
const maxDeduplicated = 2_000;
/** Maximum pairs whose words are compared, at some microseconds each: all pairs of 200 spans with one name. */
const mostCompared = 20_000;
const alikeFrom = 0.8;
/** Minimum length of the shorter copy as a fraction of the other, in lines. */
const minLengthFraction = 0.7;
/** Tolerance for the position of a section compared with its translation, as a fraction of the page. */
const leastOverlap = 0.5;
/** Files that every package has may be similar, and each of them matters. */
const copiedByHand = {
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
  const deduplicated = groups.all().map((group) => shown(group, languages));
  return [...deduplicated, ...ranked.slice(maxDeduplicated)];
}

interface Groups {
  add(span: RankedSpan): void;
  all(): readonly Group[];
}

function createGroups(): Groups {
  const all: Group[] = [];
  /** Keys that copies share: content, document, and names that survive manual edits. */
  const by = new Map<string, Group[]>();
  let compared = 0;
  const isCopy = (one: Member, other: Member): boolean => {
    compared += 1;
    return compared <= mostCompared && isAlike(one, other);
  };
  const find = (key: string, isIt: (group: Group) => boolean): Group | undefined => by.get(key)?.find(isIt);
  return {
    all: () => all,
    add(span) {
      const { chunk } = span;
      const member = toMember(span);
      const content = `content ${chunk.fileHash} ${chunk.language} ${chunk.ordinal}`;
      const document = `document ${member.edition.document}`;
      const names = listNames(chunk);
      const isOpen = (group: Group): boolean => group.every((one) => one.span.chunk.path !== chunk.path);
      const group =
        find(content, isOpen) ??
        find(document, (group) => isTranslated(group[0], member) && isOpen(group)) ??
        names
          .map((name) => find(name, (group) => isCopy(group[0], member) && isOpen(group)))
          .find((one) => one !== undefined);
      if (group !== undefined) {
        group.push(member);
        return;
      }
      const own: Group = [member];
      all.push(own);
      for (const key of [content, document, ...names]) by.set(key, [...(by.get(key) ?? []), own]);
    },
  };
}

function toMember(span: RankedSpan): Member {
  let sketch: TextSketch | undefined;
  let isMade = false;
  return {
    span,
    edition: parseDocumentEdition(span.chunk.path),
    sketch() {
      if (!isMade) sketch = sketchText(readRaw(span.chunk) ?? '');
      isMade = true;
      return sketch;
    },
  };
}

/** A copy has the name of the file, the definition or the section. */
function listNames({ path, role, symbol }: ChunkRow): readonly string[] {
  if (!copiedByHand[role]) return [];
  const file = `file ${path.slice(path.lastIndexOf('/') + 1)}`;
  return symbol === undefined ? [file] : [file, `symbol ${symbol}`];
}

/** Both are the same section of one document in two languages. */
function isTranslated(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  if (a.role !== 'translation' && b.role !== 'translation') return false;
  if (one.edition.language === other.edition.language) return false;
  const [left, right] = [readAnchor(a), readAnchor(b)];
  if (left !== undefined && right !== undefined && left === right) return true;
  return overlap(readPosition(a), readPosition(b)) >= leastOverlap;
}

function isAlike(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  const [few, many] = [readLineSet(a), readLineSet(b)].sort((x, y) => x - y);
  if (one.edition.language !== other.edition.language || a.language !== b.language) return false;
  if ((few ?? 0) < (many ?? 0) * minLengthFraction) return false;
  const [left, right] = [one.sketch(), other.sketch()];
  return left !== undefined && right !== undefined && resemblance(left, right) >= alikeFrom;
}

/** A heading's link anchor, which translations keep: `## Install { #install }`. */
function readAnchor({ metadata }: ChunkRow): string | undefined {
  return /\{\s{0,4}#([\w-]{1,100})/.exec(metadata.headings?.at(-1) ?? '')?.[1];
}

/** The position of a chunk in its file, 0 to 1. */
function readPosition({ startLine, endLine, lines }: ChunkRow): readonly [start: number, end: number] {
  return [(startLine - 1) / Math.max(1, lines), endLine / Math.max(1, lines)];
}

/** The common lines as a fraction of the shorter. */
function overlap([start, end]: readonly [number, number], [from, to]: readonly [number, number]): number {
  const shorter = Math.min(end - start, to - from);
  return (Math.min(end, to) - Math.max(start, from)) / Math.max(shorter, Number.EPSILON);
}

function readLineSet({ startLine, endLine }: ChunkRow): number {
  return endLine - startLine + 1;
}

/** The text of a chunk, if it was read. */
function readRaw(chunk: ChunkRow): string | undefined {
  return 'raw' in chunk && typeof chunk.raw === 'string' ? chunk.raw : undefined;
}

function shown(group: Group, languages: readonly string[]): DeduplicatedSpan {
  const [best] = group;
  if (group.length === 1) return best.span;
  const [first = best, ...rest] = group
    .map((member) => ({ member, against: reasonsAgainst(member, languages) }))
    .sort((a, b) => a.against - b.against)
    .map(({ member }) => member);
  const raised = roundScore(best.span.score - first.span.score);
  return {
    ...first.span,
    score: best.span.score,
    scores: raised > 0 ? { ...first.span.scores, copies: raised } : first.span.scores,
    copies: rest
      .map(({ span }) => span)
      .sort(byScore)
      .map(({ chunk }) => toPosition(chunk)),
  };
}

/** Prefers the user's language, then English or no language, then others; within a language the newest version. */
function reasonsAgainst({ edition, span }: Member, languages: readonly string[]): number {
  const language = edition.language ?? 'en';
  const place = languages.indexOf(language);
  const otherLanguage = place >= 0 ? place : languages.length + (language === 'en' ? 0 : 1);
  return otherLanguage * 2 + (detectPathTraits(span.chunk.path).includes('legacy') ? 1 : 0);
}

function toPosition({ path, startLine, endLine }: ChunkRow): SpanPosition {
  return { path, startLine, endLine };
}
