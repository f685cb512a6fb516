/** How much text each element holds, counted in one walk. */

import { isElement, type PageElement } from './page-tree.ts';

export interface TextMeasure {
  /** Characters, without space around them. */
  readonly length: number;
  /** Those of them within links. */
  readonly linked: number;
  readonly hasLetters: boolean;
  /** Whether it is or holds a `pre` with more than numbers. */
  readonly hasSample: boolean;
  /** Whether it holds an `h1`. */
  readonly hasTitle: boolean;
}

const nothing: TextMeasure = { length: 0, linked: 0, hasLetters: false, hasSample: false, hasTitle: false };

export function measureText(root: PageElement): Map<PageElement, TextMeasure> {
  const measures = new Map<PageElement, TextMeasure>();
  const measure = (one: PageElement): TextMeasure => {
    let { length, linked, hasLetters, hasSample, hasTitle } = nothing;
    for (const child of one.children) {
      if (child.type === 'text') {
        length += child.value.trim().length;
        hasLetters ||= /\p{L}/u.test(child.value);
      } else if (isElement(child)) {
        const inner = measure(child);
        length += inner.length;
        linked += inner.linked;
        hasLetters ||= inner.hasLetters;
        hasSample ||= inner.hasSample;
        hasTitle ||= inner.hasTitle || isElement(child, 'h1');
      }
    }
    if (isElement(one, 'a')) linked = length;
    if (isElement(one, 'pre')) hasSample ||= hasLetters;
    const found = { length, linked, hasLetters, hasSample, hasTitle };
    measures.set(one, found);
    return found;
  };
  measure(root);
  return measures;
}
