/**
 * Converts rustdoc's and Javadoc's API markup to blocks that Markdown has: signatures become code, lists of members become tables, and headings move
 * out of lists, so that each has a breadcrumb and an address.
 */

import {
  attribute,
  listClasses,
  element,
  elementsWithin,
  hasClass,
  isElement,
  textOnLine,
  replaceWithin,
  text,
  type PageChild,
  type PageElement,
} from './page-tree.ts';

export function apiBlock(one: PageElement): readonly PageChild[] | undefined {
  if (hasClass(one, /^code-header$/)) {
    one.children = [element('code', [text(textOnLine(one))])];
    return undefined;
  }
  if (hasClass(one, /^(?:member|type)-signature$/) && isElement(one, 'div'))
    return [element('p', [element('code', [text(textOnLine(one))])])];
  return memberTable(one) ?? moveSinceVersion(one);
}

/** Javadoc's tables are a flat sequence of boxes, header cells first. */
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

/** Moves what rustdoc shows to the right of a signature, the version that introduced it, below the signature. */
function moveSinceVersion(one: PageElement): undefined {
  const sideElement = one.children.find(
    (child) => isElement(child) && hasClass(child, /^(?:rightside|out-of-band|sub-heading)$/),
  );
  if (!isElement(sideElement)) return undefined;
  const since = [sideElement, ...elementsWithin(sideElement)].find((inner) =>
    listClasses(inner).includes('since'),
  );
  const version = since && (attribute(since, 'title') ?? textOnLine(since));
  const note = version === undefined ? [] : [element('p', [text(`${version}.`)])];
  one.children = [...one.children.filter((child) => child !== sideElement), ...note];
}

/** Unwraps lists whose items are sections with headings. */
export function unwrapSections(content: PageElement): void {
  // Filled from inner to outer elements.
  const withHeading = new Set<PageChild>();
  replaceWithin(content, (one) => {
    if (isHeading(one) || one.children.some((child) => withHeading.has(child))) withHeading.add(one);
    if (!withHeading.has(one) || !isElement(one, 'ul', 'ol')) return undefined;
    const items = one.children.filter((child): child is PageElement => isElement(child, 'li'));
    const isOfSections = isElement(one, 'ul') || items.every((item) => isHeading(firstContent(item)));
    if (!isOfSections) return undefined;
    const sections = items.flatMap((item) =>
      isHeading(firstContent(item)) ? item.children : [element('div', item.children)],
    );
    // Lists around this one are lists of sections too.
    for (const section of sections) withHeading.add(section);
    return sections;
  });
}

function isHeading(one: PageChild | undefined): boolean {
  return isElement(one) && /^h[1-6]$/.test(one.tagName);
}

function firstContent(item: PageElement): PageChild | undefined {
  return item.children.find((child) => isElement(child) || textOnLine(child) !== '');
}
