/** The boxes a text sets its notes in. */

import { hasClass, type PageElement } from './page-tree.ts';

/** A box that belongs to the text. */
export function isNote(one: PageElement): boolean {
  return hasClass(
    one,
    /^(?:admonition|theme-admonition|starlight-aside|custom-block|markdown-alert|callout|hint|alert|note|warning|tip|important|caution|danger|info)(?:[-_].*)?$/i,
  );
}
