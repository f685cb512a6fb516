/** The scripts of a Svelte or Vue file, with everything else blank, so that they can be parsed at their positions. */

import { findComponentParts } from './component-parts.ts';

export function componentScript(text: string): string {
  let script = '';
  for (const { kind, inner } of findComponentParts(text)) {
    if (kind !== 'script') continue;
    script += blank(text.slice(script.length, inner.start)) + text.slice(inner.start, inner.end);
  }
  return script + blank(text.slice(script.length));
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
