/**
 * Converts tables to a form that Markdown can express. Each cell becomes one line: its blocks are joined, and list items are separated by
 * semicolons. A table that contains headings or samples of several lines becomes blocks, row by row.
 */

import {
  element,
  elementsWithin,
  isElement,
  textOnLine,
  replaceWithin,
  text,
  innerText,
  type PageChild,
  type PageElement,
} from './page-tree.ts';

/** Maximum cells of a written table, including the empty cells that complete short rows. */
const maxCells = 50_000;
const blockTags = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form header hr li main ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

export function toPlainTables(content: PageElement): void {
  replaceWithin(content, (node) => {
    if (!isElement(node, 'table')) return undefined;
    const rows = listOwnElements(node, 'tr').map((row) => listOwnElements(row, 'td', 'th'));
    limitSpans(rows);
    if (needsBlocks(rows) || countCells(rows) > maxCells) return rows.flatMap((row) => toBlocks(row));
    for (const cell of rows.flat()) cell.children = joinOnOneLine(cell.children);
    return undefined;
  });
}

/** Lists elements of the table itself, not of nested tables. */
function listOwnElements(parent: PageElement, ...names: readonly string[]): PageElement[] {
  return elementsWithin(parent, (node) => !isElement(node, 'td', 'th', 'table')).filter((node) =>
    isElement(node, ...names),
  );
}

/** Limits spans to the columns of the widest row and to the remaining rows. */
function limitSpans(rows: readonly (readonly PageElement[])[]): void {
  const maxColumns = rows.reduce((columns, row) => Math.max(columns, row.length), 1);
  for (const [index, row] of rows.entries())
    for (const { properties } of row) {
      properties['colSpan'] = limitSpan(properties['colSpan'], maxColumns);
      properties['rowSpan'] = limitSpan(properties['rowSpan'], rows.length - index);
    }
}

function limitSpan(value: unknown, maxSpan: number): number {
  const span = Math.floor(Number(value ?? 1));
  return span > 1 ? Math.min(span, maxSpan) : 1;
}

/** Counts the written cells if every row has as many as the widest. */
function countCells(rows: readonly (readonly PageElement[])[]): number {
  // By how many columns cells that span several rows change the width of a row.
  const changes = new Map<number, number>();
  const addChange = (row: number, by: number) => changes.set(row, (changes.get(row) ?? 0) + by);
  let [spannedColumns, maxColumns] = [0, 0];
  for (const [index, row] of rows.entries()) {
    spannedColumns += changes.get(index) ?? 0;
    let width = spannedColumns;
    for (const { properties } of row) {
      const columns = Number(properties['colSpan']);
      width += columns;
      addChange(index + 1, columns);
      addChange(index + Number(properties['rowSpan']), -columns);
    }
    maxColumns = Math.max(maxColumns, width);
  }
  return maxColumns * rows.length;
}

function needsBlocks(rows: readonly (readonly PageElement[])[]): boolean {
  return rows.some((row) =>
    row.some((cell) =>
      elementsWithin(cell).some((node) =>
        isElement(node, 'pre')
          ? innerText(node).trim().includes('\n')
          : isElement(cell, 'td') && /^h[1-6]$/.test(node.tagName),
      ),
    ),
  );
}

/** Converts the cells of a row to blocks. The first of several cells becomes a label. */
function toBlocks(row: readonly PageElement[]): PageChild[] {
  const cells = row.filter((cell) => textOnLine(cell) !== '');
  if (row.length > 1 && cells.every((cell) => isElement(cell, 'th'))) {
    const labels = cells.map((cell) => textOnLine(cell)).join(' · ');
    return labels === '' ? [] : [element('p', [element('strong', [text(labels)])])];
  }
  return cells.map((cell, index) => {
    const isName = index === 0 && cells.length > 1 && !hasBlock(cell);
    return isName
      ? element('p', [element('strong', joinOnOneLine(cell.children))])
      : element('div', cell.children);
  });
}

function hasBlock(cell: PageElement): boolean {
  return elementsWithin(cell).some((node) => isBlock(node) && !isElement(node, 'p', 'div'));
}

function isBlock(node: PageElement): boolean {
  return blockTags.has(node.tagName) || /^(?:pre|h[1-6])$/.test(node.tagName);
}

function joinOnOneLine(children: readonly PageChild[]): PageChild[] {
  let previousItem: PageElement | undefined;
  return children.flatMap((child): PageChild[] => {
    if (!isElement(child)) return [child];
    if (isElement(child, 'br')) return [text(' ')];
    if (isElement(child, 'pre')) return [text(' '), element('code', [text(textOnLine(child))]), text(' ')];
    const inner = joinOnOneLine(child.children);
    if (!isBlock(child)) return [{ ...child, children: inner }];
    if (isElement(child, 'li', 'tr')) {
      const mark = previousItem === undefined || /[.,:;!?]$/.test(textOnLine(previousItem)) ? ' ' : '; ';
      previousItem = child;
      return [text(mark), ...trimEnd(inner)];
    }
    const line = /^h[1-6]$/.test(child.tagName) ? [element('strong', inner)] : inner;
    return [text(' '), ...line, text(' ')];
  });
}

/** Removes trailing whitespace. */
function trimEnd(children: readonly PageChild[]): PageChild[] {
  const remaining = [...children];
  for (let last = remaining.at(-1); last?.type === 'text'; last = remaining.at(-1)) {
    const value = last.value.trimEnd();
    remaining.pop();
    if (value === '') continue;
    remaining.push(text(value));
    break;
  }
  return remaining;
}
