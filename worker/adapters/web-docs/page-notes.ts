/** The boxes a text sets its notes in. */

import { classesOf, type PageElement } from './page-tree.ts';

const notes =
  /^(?:admonition|theme-admonition|starlight-aside|custom-block|markdown-alert|callout|hint|alert|note|warning|tip|important|caution|danger|info)(?:[-_].*)?$/i;
/** Named after the note they are a part of. */
const parts = /[-_](?:body|content|header|heading|icon|title)$/i;

/** A box that belongs to the text. */
export function isNote(one: PageElement): boolean {
  return classesOf(one).some((name) => notes.test(name) && !parts.test(name));
}
