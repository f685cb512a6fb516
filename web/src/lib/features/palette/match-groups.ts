/**
 * Filters the groups of the palette: entries that contain every typed word, those first whose label begins with the text,
 * up to a maximum per group. Empty groups are omitted.
 */
import type { PaletteGroup } from './palette-entry.ts';

export function matchGroups(
  groups: readonly PaletteGroup[],
  typed: string,
  maxEntries: number,
): readonly PaletteGroup[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  return groups
    .map(({ heading, entries }) => {
      const matching = entries.filter(({ label, detail = '' }) => {
        const searched = `${label}\n${detail}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      });
      const ranked = matching.toSorted((one, other) => place(one.label, text) - place(other.label, text));
      return { heading, entries: ranked.slice(0, maxEntries) };
    })
    .filter(({ entries }) => entries.length > 0);
}

function place(label: string, text: string): number {
  return label.toLowerCase().startsWith(text) ? 0 : 1;
}
