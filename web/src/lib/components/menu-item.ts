/** One line of a menu: it leads somewhere or does something; one of several choices says whether it is the one chosen. */
import type { IconName } from './icons.ts';

interface Labelled {
  readonly label: string;
  readonly icon?: IconName;
  /** Said after the label, softly. */
  readonly detail?: string;
  readonly danger?: boolean;
  readonly checked?: boolean;
}

export type MenuItem = Labelled & ({ readonly href: string } | { readonly run: () => void });
