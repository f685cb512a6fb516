/**
 * The order of what the palette offers: first what is called as typed, then what is called so to begin with, then the rest
 * as it came. To ask comes first only for what reads as a question, else last, so that Enter does what was named.
 */
import { matchGroups } from './match-groups.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

const unnamed = 2;
const wordsOfAQuestion = 3;

interface Typed {
  readonly typed: string;
  /** To ask what was typed, where it can be asked. */
  readonly ask: PaletteGroup | null;
  /** More may be found yet. */
  readonly busy: boolean;
}

export function orderGroups(
  groups: readonly PaletteGroup[],
  { typed, ask, busy }: Typed,
): readonly PaletteGroup[] {
  const wanted = typed.trim().toLowerCase();
  const filled = groups.filter(({ entries }) => entries.length > 0);
  if (wanted === '') return filled;
  const ordered = filled
    .map(({ heading, entries }) => ({ heading, entries: sortByPlace(entries, wanted) }))
    .toSorted((one, other) => bestPlace(one, wanted) - bestPlace(other, wanted));
  if (ask === null) return ordered;
  const isNamed = ordered[0] !== undefined && bestPlace(ordered[0], wanted) < unnamed;
  const isLong = wanted.split(/\s+/).length >= wordsOfAQuestion;
  const isQuestion = wanted.endsWith('?') || (isLong && matchGroups(ordered, typed, 1).length === 0);
  if (isQuestion && !isNamed) return [ask, ...ordered];
  // A name typed fast is not asked while it is looked up.
  return busy && !isQuestion ? ordered : [...ordered, ask];
}

function sortByPlace(entries: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  return entries.toSorted((one, other) => place(one, wanted) - place(other, wanted));
}

function bestPlace({ entries }: PaletteGroup, wanted: string): number {
  return Math.min(...entries.map((entry) => place(entry, wanted)));
}

/** By its label; a file also by its path, a symbol by its name alone. */
function place({ label, detail = '', icon }: PaletteEntry, wanted: string): number {
  const names = [label];
  if (icon === 'symbol')
    names.push(label.slice(Math.max(label.lastIndexOf('.'), label.lastIndexOf(':')) + 1));
  if (icon === 'file' && detail !== '') names.push(`${detail}/${label}`);
  const lower = names.map((name) => name.toLowerCase());
  if (lower.includes(wanted)) return 0;
  return lower.some((name) => name.startsWith(wanted)) ? 1 : unnamed;
}
