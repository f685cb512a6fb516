/**
 * The groups of the palette as far as they answer what was typed: entries that hold every word, those first whose label
 * begins with it, no more than fit; groups without any are left out.
 */
import type { PaletteGroup } from './palette-entry.ts';

export function matchGroups(
  groups: readonly PaletteGroup[],
  typed: string,
  maxEntries: number,
): readonly PaletteGroup[] {
  const wanted = typed.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  return groups
    .map(({ heading, entries }) => {
      const matching = entries.filter(({ label, detail = '' }) => {
        const text = `${label}\n${detail}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const ranked = matching.toSorted((one, other) => place(one.label, wanted) - place(other.label, wanted));
      return { heading, entries: ranked.slice(0, maxEntries) };
    })
    .filter(({ entries }) => entries.length > 0);
}

function place(label: string, wanted: string): number {
  return label.toLowerCase().startsWith(wanted) ? 0 : 1;
}
