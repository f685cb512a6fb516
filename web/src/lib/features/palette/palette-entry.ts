/** An entry of the palette, which is a link or an action, and a group of entries under a heading. */
import type { IconName } from '../../components/icons.ts';

export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** Shown after the label in a lighter color. The palette also searches it. */
  readonly detail?: string;
  readonly icon: IconName;
  /** An address, or an action that runs when the entry is chosen. */
  readonly to: string | (() => void);
}

export interface PaletteGroup {
  readonly heading: string;
  /** Labels also match abbreviated or misspelled words. */
  readonly isForgiving?: boolean;
  readonly entries: readonly PaletteEntry[];
}
