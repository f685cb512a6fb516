/**
 * What rustdoc and Javadoc write of interfaces, as the blocks Markdown has: signatures as code, tables of members as tables, headings
 * out of the lists that hold them, so that each has a trail and an address.
 */

import {
  attribute,
  classesOf,
  element,
  elementsWithin,
  hasClass,
  isElement,
  lineOf,
  replaceWithin,
  text,
  type PageChild,
  type PageElement,
} from './page-tree.ts';

export function apiBlock(one: PageElement): readonly PageChild[] | undefined {
  if (hasClass(one, /^code-header$/)) {
    one.children = [element('code', [text(lineOf(one))])];
    return undefined;
  }
  if (hasClass(one, /^(?:member|type)-signature$/) && isElement(one, 'div'))
    return [element('p', [element('code', [text(lineOf(one))])])];
  return memberTable(one) ?? besideHeading(one);
}

/** Javadoc's tables are boxes in a row, those of the head first. */
function memberTable(one: PageElement): readonly PageChild[] | undefined {
  if (!hasClass(one, /^summary-table$/)) return undefined;
  const cells = one.children.filter((child) => isElement(child, 'div'));
  const columns = cells.filter((cell) => hasClass(cell, /^table-header$/)).length;
  if (columns === 0 || cells.length % columns !== 0) return undefined;
  const rows: PageElement[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const name = at === 0 ? 'th' : 'td';
    rows.push(
      element(
        'tr',
        cells.slice(at, at + columns).map((cell) => element(name, cell.children)),
      ),
    );
  }
  return [element('table', rows)];
}

/** What rustdoc shows to the right of a signature stands below it: since which version there is such a thing. */
function besideHeading(one: PageElement): undefined {
  const beside = one.children.find(
    (child) => isElement(child) && hasClass(child, /^(?:rightside|out-of-band|sub-heading)$/),
  );
  if (!isElement(beside)) return undefined;
  const since = [beside, ...elementsWithin(beside)].find((inner) => classesOf(inner).includes('since'));
  const told = since && (attribute(since, 'title') ?? lineOf(since));
  const note = told === undefined ? [] : [element('p', [text(`${told}.`)])];
  one.children = [...one.children.filter((child) => child !== beside), ...note];
}

/** Takes lists apart whose items are sections with headings. */
export function unwrapSections(content: PageElement): void {
  // Filled from the inside out.
  const withHeading = new Set<PageChild>();
  replaceWithin(content, (one) => {
    if (isHeading(one) || one.children.some((child) => withHeading.has(child))) withHeading.add(one);
    if (!withHeading.has(one) || !isElement(one, 'ul', 'ol')) return undefined;
    const items = one.children.filter((child): child is PageElement => isElement(child, 'li'));
    const isOfSections = isElement(one, 'ul') || items.every((item) => isHeading(firstOf(item)));
    if (!isOfSections) return undefined;
    const sections = items.flatMap((item) =>
      isHeading(firstOf(item)) ? item.children : [element('div', item.children)],
    );
    // Lists around this one are lists of sections too.
    for (const section of sections) withHeading.add(section);
    return sections;
  });
}

function isHeading(one: PageChild | undefined): boolean {
  return isElement(one) && /^h[1-6]$/.test(one.tagName);
}

function firstOf(item: PageElement): PageChild | undefined {
  return item.children.find((child) => isElement(child) || lineOf(child) !== '');
}
