/**
 * Filters the groups of the palette: keeps the entries that contain every typed word, up to a maximum per group. Entries whose
 * label begins with the text come first. Empty groups are omitted.
 */
import { rankName } from '../repositories/rank-name.ts';
import type { PaletteGroup } from './palette-entry.ts';

export function matchGroups(
  groups: readonly PaletteGroup[],
  typedText: string,
  maxEntries: number,
): readonly PaletteGroup[] {
  const text = typedText.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  return groups
    .map(({ heading, entries, isForgiving = false }) => {
      const matchingEntries = entries.filter(({ label, detail = '' }) => {
        const entryText = `${label}\n${detail}`.toLowerCase();
        if (words.every((word) => entryText.includes(word))) return true;
        return isForgiving && rankName(label, text) !== undefined;
      });
      const rankedEntries = matchingEntries.toSorted(
        (one, other) => prefixRank(one.label, text) - prefixRank(other.label, text),
      );
      return { heading, entries: rankedEntries.slice(0, maxEntries) };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** 0 for a label that begins with the text, else 1. */
function prefixRank(label: string, text: string): number {
  return label.toLowerCase().startsWith(text) ? 0 : 1;
}
