/** Every code sample of a page as one `pre` with its language and title, without the boxes and captions that showed them. */

import { codeOf, languageOf, sampleElement, titleOf, type SamplePlace } from './code-samples.ts';
import {
  elementsWithin,
  hasClass,
  isElement,
  replaceWithin,
  textOf,
  type PageChild,
  type PageElement,
} from './page-tree.ts';

export function toPlainSamples(content: PageElement): void {
  replaceWithin(content, (one) => numberedTable(one));
  const samples = samplesWithin(content);
  const titles = new Set<PageElement>();
  const rewrite = (parent: PageElement, around: readonly PageElement[]): void => {
    let before: PageElement | undefined;
    parent.children = parent.children.map((child) => {
      if (!isElement(child)) return child;
      const place = { around, before, isAlone: (box: PageElement) => samples.get(box) === 1 };
      before = child;
      if (child.tagName === 'pre') return sample(child, place, titles);
      rewrite(child, [child, ...around].slice(0, 4));
      return child;
    });
  };
  rewrite(content, [content]);
  replaceWithin(content, (one) => (titles.has(one) || isCaption(one) ? [] : undefined));
}

/** How many samples each element holds, those in others not counted. */
function samplesWithin(content: PageElement): ReadonlyMap<PageElement, number> {
  const counts = new Map<PageElement, number>();
  const count = (one: PageElement): number => {
    if (isElement(one, 'pre')) return 1;
    let samples = 0;
    for (const child of one.children) if (isElement(child)) samples += count(child);
    counts.set(one, samples);
    return samples;
  };
  count(content);
  return counts;
}

function sample(pre: PageElement, place: SamplePlace, titles: Set<PageElement>): PageElement {
  const code = codeOf(pre);
  const title = titleOf(pre, place, code);
  const language = languageOf(pre, place.around);
  if (title?.shownBy !== undefined && !isElement(title.shownBy, 'figcaption', 'caption'))
    titles.add(title.shownBy);
  // Some generators title a sample with its language.
  const isTitled = title !== undefined && title.line.toLowerCase() !== language;
  return sampleElement(code, { language, meta: isTitled ? `title="${title.line}"` : '' });
}

/** What names a sample is in its title by now. */
function isCaption(one: PageElement): boolean {
  if (isElement(one, 'figcaption')) return hasClass(one, /^(?:header|caption)/);
  return hasClass(one, /^(?:code-block-caption|codeBlockTitle.*|code-title)$/);
}

/** A table that puts line numbers beside a sample: what it holds besides them. */
function numberedTable(one: PageElement): readonly PageChild[] | undefined {
  // The language a box shows above its sample.
  if (hasClass(one, /^language-/))
    one.children = one.children.filter((child) => !isElement(child, 'span') || !hasClass(child, /^lang$/));
  if (!isElement(one, 'table')) return undefined;
  const inner = elementsWithin(one);
  const isLayout =
    hasClass(one, /^(?:highlighttable|lntable|rouge-table|hljs-ln|highlight)$/) ||
    inner.some((cell) => isElement(cell, 'td') && hasClass(cell, /^(?:code|rouge-code)$/));
  const samples = inner.filter(
    (pre) => isElement(pre, 'pre') && /\D/.test(textOf(pre).replaceAll(/\s/g, '')),
  );
  if (!isLayout || samples.length === 0) return undefined;
  return [...inner.filter((box) => hasClass(box, /^filename$/) && isElement(box, 'span')), ...samples];
}
