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

/** Spans looked at, the first of the ranking. */
const mostFolded = 2_000;
/** Pairs whose words are compared, each some microseconds: as many as of 200 spans that all bear one name. */
const mostCompared = 20_000;
const alikeFrom = 0.8;
/** Lines of the shorter of two copies, as a share of the other's. */
const leastShareOfLines = 0.7;
/** Share of a section that lies at the same place of its page as its translation. */
const leastOverlap = 0.5;
/** What is written anew for every package may well be alike, and each is where something is done. */
const copiedByHand = {
  docs: true,
  example: true,
  translation: true,
  config: true,
  source: false,
  test: false,
} as const satisfies Record<FileRole, boolean>;

export interface DeduplicatedSpan extends RankedSpan {
  /** Where else the same is said, the best ranked first; undefined where it is nowhere. */
  readonly copies?: readonly SpanPosition[];
}

interface Member {
  readonly span: RankedSpan;
  readonly edition: DocumentEdition;
  /** Made when it is first compared. */
  readonly sketch: () => TextSketch | undefined;
}

type Group = [Member, ...Member[]];

/**
 * @param ranked best first.
 * @param languages of the reader, the likeliest first.
 * @returns best first; what is shown in the place of a better copy has its score, told as the share `copies`.
 */
export function deduplicateSpans(
  ranked: readonly RankedSpan[],
  languages: readonly string[],
): readonly DeduplicatedSpan[] {
  const groups = createGroups();
  for (const span of ranked.slice(0, mostFolded)) groups.add(span);
  const folded = groups.all().map((group) => shown(group, languages));
  return [...folded, ...ranked.slice(mostFolded)];
}

interface Groups {
  add(span: RankedSpan): void;
  all(): readonly Group[];
}

function createGroups(): Groups {
  const all: Group[] = [];
  /** By whatever copies have in common: content, document, and the names that those changed by hand keep. */
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
      const member = memberOf(span);
      const content = `content ${chunk.fileHash} ${chunk.language} ${chunk.ordinal}`;
      const document = `document ${member.edition.document}`;
      const names = namesOf(chunk);
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

function memberOf(span: RankedSpan): Member {
  let sketch: TextSketch | undefined;
  let isMade = false;
  return {
    span,
    edition: parseDocumentEdition(span.chunk.path),
    sketch() {
      if (!isMade) sketch = sketchText(rawOf(span.chunk) ?? '');
      isMade = true;
      return sketch;
    },
  };
}

/** A copy bears the name of the file or of the definition or section. */
function namesOf({ path, role, symbol }: ChunkRow): readonly string[] {
  if (!copiedByHand[role]) return [];
  const file = `file ${path.slice(path.lastIndexOf('/') + 1)}`;
  return symbol === undefined ? [file] : [file, `symbol ${symbol}`];
}

/** Both are of one document in two languages, and of the same section of it. */
function isTranslated(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  if (a.role !== 'translation' && b.role !== 'translation') return false;
  if (one.edition.language === other.edition.language) return false;
  const [left, right] = [anchorOf(a), anchorOf(b)];
  if (left !== undefined && right !== undefined && left === right) return true;
  return overlap(placeOf(a), placeOf(b)) >= leastOverlap;
}

function isAlike(one: Member, other: Member): boolean {
  const [a, b] = [one.span.chunk, other.span.chunk];
  const [few, many] = [linesOf(a), linesOf(b)].sort((x, y) => x - y);
  if (one.edition.language !== other.edition.language || a.language !== b.language) return false;
  if ((few ?? 0) < (many ?? 0) * leastShareOfLines) return false;
  const [left, right] = [one.sketch(), other.sketch()];
  return left !== undefined && right !== undefined && resemblance(left, right) >= alikeFrom;
}

/** A heading's own name for links, which translations keep: `## Install { #install }`. */
function anchorOf({ metadata }: ChunkRow): string | undefined {
  return /\{\s{0,4}#([\w-]{1,100})/.exec(metadata.headings?.at(-1) ?? '')?.[1];
}

/** Where in its file a chunk lies, 0 to 1. */
function placeOf({ startLine, endLine, lines }: ChunkRow): readonly [start: number, end: number] {
  return [(startLine - 1) / Math.max(1, lines), endLine / Math.max(1, lines)];
}

/** The lines both hold, as a share of the shorter. */
function overlap([start, end]: readonly [number, number], [from, to]: readonly [number, number]): number {
  const shorter = Math.min(end - start, to - from);
  return (Math.min(end, to) - Math.max(start, from)) / Math.max(shorter, Number.EPSILON);
}

function linesOf({ startLine, endLine }: ChunkRow): number {
  return endLine - startLine + 1;
}

/** The text of a chunk, where it was read along. */
function rawOf(chunk: ChunkRow): string | undefined {
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
      .map(({ chunk }) => positionOf(chunk)),
  };
}

/** The reader's language, then English or none said, then others; of one language what is not of an older version. */
function reasonsAgainst({ edition, span }: Member, languages: readonly string[]): number {
  const language = edition.language ?? 'en';
  const place = languages.indexOf(language);
  const foreign = place >= 0 ? place : languages.length + (language === 'en' ? 0 : 1);
  return foreign * 2 + (detectPathTraits(span.chunk.path).includes('legacy') ? 1 : 0);
}

function positionOf({ path, startLine, endLine }: ChunkRow): SpanPosition {
  return { path, startLine, endLine };
}
