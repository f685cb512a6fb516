/**
 * Orders the palette: exact names first, then names that begin with the text, then the rest. Asking comes first only if the
 * text reads like a question, so that Enter opens a named entry.
 */
import { matchGroups } from './match-groups.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

const unnamed = 2;
const wordsOfAQuestion = 3;

interface Typed {
  readonly typed: string;
  /** The entry that asks the typed text, where that is possible. */
  readonly ask: PaletteGroup | null;
  /** More results may arrive. */
  readonly busy: boolean;
}

export function orderGroups(
  groups: readonly PaletteGroup[],
  { typed, ask, busy }: Typed,
): readonly PaletteGroup[] {
  const text = typed.trim().toLowerCase();
  const filled = groups.filter(({ entries }) => entries.length > 0);
  if (text === '') return filled;
  const ordered = filled
    .map(({ heading, entries }) => ({ heading, entries: sortByPlace(entries, text) }))
    .toSorted((one, other) => bestPlace(one, text) - bestPlace(other, text));
  if (ask === null) return ordered;
  const isNamed = ordered[0] !== undefined && bestPlace(ordered[0], text) < unnamed;
  const isLong = text.split(/\s+/).length >= wordsOfAQuestion;
  const isQuestion = text.endsWith('?') || (isLong && matchGroups(ordered, typed, 1).length === 0);
  if (isQuestion && !isNamed) return [ask, ...ordered];
  // A name that is typed fast must not be asked as a question while results are loading.
  return busy && !isQuestion ? ordered : [...ordered, ask];
}

function sortByPlace(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  return entries.toSorted((one, other) => place(one, text) - place(other, text));
}

function bestPlace({ entries }: PaletteGroup, text: string): number {
  return Math.min(...entries.map((entry) => place(entry, text)));
}

/** An entry matches by label, a file also by path, a symbol only by name. */
function place({ label, detail = '', icon }: PaletteEntry, text: string): number {
  const names = [label];
  if (icon === 'symbol')
    names.push(label.slice(Math.max(label.lastIndexOf('.'), label.lastIndexOf(':')) + 1));
  if (icon === 'file' && detail !== '') names.push(`${detail}/${label}`);
  const lower = names.map((name) => name.toLowerCase());
  if (lower.includes(text)) return 0;
  return lower.some((name) => name.startsWith(text)) ? 1 : unnamed;
}
