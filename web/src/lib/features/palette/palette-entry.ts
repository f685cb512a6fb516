/** One line of the palette: where it leads or what it does, under a heading. */
import type { IconName } from '../../components/icons.ts';

export interface PaletteEntry {
  /** Unlike every other's. */
  readonly id: string;
  readonly label: string;
  /** Said after the label, softly; looked in as well. */
  readonly detail?: string;
  readonly icon: IconName;
  readonly to: string | (() => void);
}

export interface PaletteGroup {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}
