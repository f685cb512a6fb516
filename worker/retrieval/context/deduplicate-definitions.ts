/**
 * Groups definitions with nearly the same text, such as copies, translations, and variants of one tutorial. Each group is represented by its
 * original: the source before documentation, examples, tests and translations, else the best ranked one.
 */

import { parseDocumentEdition } from '../../core/files/document-edition.ts';
import { detectPathTraits } from '../../core/files/file-traits.ts';
import type { FileRole } from '../../core/files/file.ts';
import { estimateResemblance, sketchText, type TextSketch } from '../ranking/text-sketch.ts';
import { readLines, type ReadableDefinition } from './readable-definition.ts';

const minResemblance = 0.8;
/** Minimum length of the shorter text as a fraction of the other, in characters. */
const minLengthFraction = 0.6;
/** Minimum common part of the positions of a section and its translation, as a fraction of the shorter one. */
const minOverlap = 0.5;

/** The original of a group has the lowest rank. */
const roleRank = {
  source: 0,
  docs: 1,
  config: 1,
  example: 2,
  test: 3,
  translation: 4,
} as const satisfies Record<FileRole, number>;
/** Added to the rank of files that something newer replaces. */
const legacyRank = 5;

interface Member {
  readonly definition: ReadableDefinition;
  /** Letters and digits only. */
  readonly text: string;
  readonly sketch: TextSketch | undefined;
}

/**
 * @param definitions best first
 * @param withoutSource whether the question asks for tests or examples, which then need no original
 * @returns best first, each with the number of omitted similar ones; an original has the score of the best of its group
 */
export function deduplicateDefinitions(
  definitions: readonly ReadableDefinition[],
  withoutSource = false,
): readonly ReadableDefinition[] {
  const groups: [Member, ...Member[]][] = [];
  for (const definition of definitions) {
    const text = readLines(definition.fileLines, definition);
    const member = { definition, text: normalize(text), sketch: sketchText(text) };
    const group = groups.find(([first]) => isSimilar(first, member));
    if (group === undefined) groups.push([member]);
    else group.push(member);
  }
  return groups.map(([best, ...others]) => {
    const all = [best, ...others].map(({ definition }) => definition);
    const original = withoutSource ? best.definition : pickOriginal(best.definition, all);
    return { ...original, score: best.definition.score, similar: original.similar + others.length };
  });
}

function pickOriginal(best: ReadableDefinition, all: readonly ReadableDefinition[]): ReadableDefinition {
  return all.reduce((original, other) => (rank(other) < rank(original) ? other : original), best);
}

function rank({ role, path }: ReadableDefinition): number {
  return roleRank[role] + (detectPathTraits(path).includes('legacy') ? legacyRank : 0);
}

function isSimilar(one: Member, other: Member): boolean {
  if (isTranslated(one.definition, other.definition)) return true;
  const [shorter, longer] = [one.text.length, other.text.length].toSorted((a, b) => a - b);
  if ((shorter ?? 0) < (longer ?? 0) * minLengthFraction) return false;
  if (one.text === other.text) return true;
  if (one.sketch === undefined || other.sketch === undefined) return false;
  return estimateResemblance(one.sketch, other.sketch) >= minResemblance;
}

/** Whether both are the same part of a document in two languages. */
function isTranslated(one: ReadableDefinition, other: ReadableDefinition): boolean {
  if (one.role !== 'translation' && other.role !== 'translation') return false;
  const [left, right] = [parseDocumentEdition(one.path), parseDocumentEdition(other.path)];
  if (left.document !== right.document || left.language === right.language) return false;
  const [a, b] = [readPosition(one), readPosition(other)];
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return common >= minOverlap * Math.min(a.end - a.start, b.end - b.start);
}

/** The position in the file, 0 to 1. */
function readPosition({ startLine, endLine, fileLines }: ReadableDefinition) {
  const lines = Math.max(1, fileLines.length);
  return { start: (startLine - 1) / lines, end: endLine / lines };
}

function normalize(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]+/gu, ' ').trim();
}
