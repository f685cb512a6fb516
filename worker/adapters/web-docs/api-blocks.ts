/**
 * Converts rustdoc's and Javadoc's API markup to blocks that Markdown has. Signatures become code, lists of members become tables, and headings move
 * out of lists, so that each heading has a breadcrumb and an address.
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

export function convertApiBlock(node: PageElement): readonly PageChild[] | undefined {
  if (hasClass(node, /^code-header$/)) {
    node.children = [element('code', [text(textOnLine(node))])];
    return undefined;
  }
  if (hasClass(node, /^(?:member|type)-signature$/) && isElement(node, 'div'))
    return [element('p', [element('code', [text(textOnLine(node))])])];
  return convertMemberTable(node) ?? moveSinceVersion(node);
}

/** Converts Javadoc's tables, which are flat sequences of boxes with the header cells first. */
function convertMemberTable(node: PageElement): readonly PageChild[] | undefined {
  if (!hasClass(node, /^summary-table$/)) return undefined;
  const cells = node.children.filter((child) => isElement(child, 'div'));
  const columns = cells.filter((cell) => hasClass(cell, /^table-header$/)).length;
  if (columns === 0 || cells.length % columns !== 0) return undefined;
  const rows: PageElement[] = [];
  for (let start = 0; start < cells.length; start += columns) {
    const name = start === 0 ? 'th' : 'td';
    rows.push(
      element(
        'tr',
        cells.slice(start, start + columns).map((cell) => element(name, cell.children)),
      ),
    );
  }
  return [element('table', rows)];
}

/** Moves the version that introduced an item below its signature. rustdoc shows it to the right of the signature. */
function moveSinceVersion(node: PageElement): undefined {
  const sideElement = node.children.find(
    (child) => isElement(child) && hasClass(child, /^(?:rightside|out-of-band|sub-heading)$/),
  );
  if (!isElement(sideElement)) return undefined;
  const since = [sideElement, ...elementsWithin(sideElement)].find((inner) =>
    listClasses(inner).includes('since'),
  );
  const version = since && (attribute(since, 'title') ?? textOnLine(since));
  const note = version === undefined ? [] : [element('p', [text(`${version}.`)])];
  node.children = [...node.children.filter((child) => child !== sideElement), ...note];
}

/** Unwraps lists whose items are sections with headings. */
export function unwrapSections(content: PageElement): void {
  // Filled from inner to outer elements.
  const nodesWithHeading = new Set<PageChild>();
  replaceWithin(content, (node) => {
    if (isHeading(node) || node.children.some((child) => nodesWithHeading.has(child)))
      nodesWithHeading.add(node);
    if (!nodesWithHeading.has(node) || !isElement(node, 'ul', 'ol')) return undefined;
    const items = node.children.filter((child): child is PageElement => isElement(child, 'li'));
    const isOfSections = isElement(node, 'ul') || items.every((item) => isHeading(firstContent(item)));
    if (!isOfSections) return undefined;
    const sections = items.flatMap((item) =>
      isHeading(firstContent(item)) ? item.children : [element('div', item.children)],
    );
    // Enclosing lists are lists of sections too.
    for (const section of sections) nodesWithHeading.add(section);
    return sections;
  });
}

function isHeading(node: PageChild | undefined): boolean {
  return isElement(node) && /^h[1-6]$/.test(node.tagName);
}

function firstContent(item: PageElement): PageChild | undefined {
  return item.children.find((child) => isElement(child) || textOnLine(child) !== '');
}
