/** An item of a menu: a link or an action. If it is one of several choices, `checked` states whether it is selected. */
import type { IconName } from './icons.ts';

interface LabeledItem {
  readonly label: string;
  readonly icon?: IconName;
  /** Shown after the label in a lighter color. */
  readonly detail?: string;
  readonly danger?: boolean;
  readonly checked?: boolean;
}

export type MenuItem = LabeledItem & ({ readonly href: string } | { readonly run: () => void });
