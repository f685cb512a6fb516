/** An entry of a filtered list. */
import type { IconName } from './icons.ts';

export interface FilterEntry {
  /** Unique in the list. */
  readonly key: string;
  readonly label: string;
  /** Shown after the label in a lighter color. */
  readonly detail?: string;
  readonly icon?: IconName;
  /** The entry is the current choice. */
  readonly checked?: boolean;
  readonly run: () => void;
}
