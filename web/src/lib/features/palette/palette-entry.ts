/** One entry of the palette: a link or an action, under a heading. */
import type { IconName } from '../../components/icons.ts';

export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** Shown after the label in a lighter color, and searched as well. */
  readonly detail?: string;
  readonly icon: IconName;
  readonly to: string | (() => void);
}

export interface PaletteGroup {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}
