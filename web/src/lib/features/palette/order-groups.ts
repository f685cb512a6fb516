/**
 * Orders the palette: entries with exactly the typed name first, then entries whose name begins with the text, then the rest. The
 * entry that asks a question comes first only if the text reads like one, so that Enter opens an entry by its name.
 */
import { matchGroups } from './match-groups.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

/** The rank of an entry whose name does not begin with the text. */
const otherRank = 2;
const minQuestionWords = 3;

interface PaletteInput {
  readonly typedText: string;
  /** The group with the entry that asks the typed text; null if no repository can answer. */
  readonly ask: PaletteGroup | null;
  /** Results may still arrive. */
  readonly isSearching: boolean;
}

export function orderGroups(
  groups: readonly PaletteGroup[],
  { typedText, ask, isSearching }: PaletteInput,
): readonly PaletteGroup[] {
  const text = typedText.trim().toLowerCase();
  const nonEmptyGroups = groups.filter(({ entries }) => entries.length > 0);
  if (text === '') return nonEmptyGroups;
  const orderedGroups = nonEmptyGroups
    .map(({ heading, entries }) => ({ heading, entries: sortByRank(entries, text) }))
    .toSorted((one, other) => bestRank(one, text) - bestRank(other, text));
  if (ask === null) return orderedGroups;
  const hasNameMatch = orderedGroups[0] !== undefined && bestRank(orderedGroups[0], text) < otherRank;
  const isLong = text.split(/\s+/).length >= minQuestionWords;
  const isQuestion = text.endsWith('?') || (isLong && matchGroups(orderedGroups, typedText, 1).length === 0);
  if (isQuestion && !hasNameMatch) return [ask, ...orderedGroups];
  // During a search, Enter must not ask a quickly typed name as a question.
  return isSearching && !isQuestion ? orderedGroups : [...orderedGroups, ask];
}

function sortByRank(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  return entries.toSorted((one, other) => nameRank(one, text) - nameRank(other, text));
}

function bestRank({ entries }: PaletteGroup, text: string): number {
  return Math.min(...entries.map((entry) => nameRank(entry, text)));
}

/** 0 for an exact name, 1 for a name that begins with the text, else 2. Files also match by path, symbols also by unqualified name. */
function nameRank({ label, detail = '', icon }: PaletteEntry, text: string): number {
  const names = [label];
  if (icon === 'symbol')
    names.push(label.slice(Math.max(label.lastIndexOf('.'), label.lastIndexOf(':')) + 1));
  if (icon === 'file' && detail !== '') names.push(`${detail}/${label}`);
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  if (lowerCaseNames.includes(text)) return 0;
  return lowerCaseNames.some((name) => name.startsWith(text)) ? 1 : otherRank;
}
