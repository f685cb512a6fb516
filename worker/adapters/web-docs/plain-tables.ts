/**
 * Tables as Markdown can write them: each cell one line. What a cell holds in several blocks comes one after the other, items of a
 * list with semicolons between; a table that holds samples of several lines or headings is written as blocks, row by row.
 */

import {
  element,
  elementsWithin,
  isElement,
  lineOf,
  replaceWithin,
  text,
  textOf,
  type PageChild,
  type PageElement,
} from './page-tree.ts';

/** Cells of a written table, those that only fill up its rows included. */
const maxCells = 50_000;
const blocks = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form header hr li main ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

export function toPlainTables(content: PageElement): void {
  replaceWithin(content, (one) => {
    if (!isElement(one, 'table')) return undefined;
    const rows = within(one, 'tr').map((row) => within(row, 'td', 'th'));
    limitSpans(rows);
    if (isOfBlocks(rows) || cellsOf(rows) > maxCells) return rows.flatMap((row) => blocksOf(row));
    for (const cell of rows.flat()) cell.children = onOneLine(cell.children);
    return undefined;
  });
}

/** Of the table itself, not of one in its cells. */
function within(parent: PageElement, ...names: readonly string[]): PageElement[] {
  return elementsWithin(parent, (one) => !isElement(one, 'td', 'th', 'table')).filter((one) =>
    isElement(one, ...names),
  );
}

/** No cell reaches over more columns than the widest row has cells, nor over more rows than follow. */
function limitSpans(rows: readonly (readonly PageElement[])[]): void {
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 1);
  for (const [index, row] of rows.entries())
    for (const { properties } of row) {
      properties['colSpan'] = spanOf(properties['colSpan'], widest);
      properties['rowSpan'] = spanOf(properties['rowSpan'], rows.length - index);
    }
}

function spanOf(told: unknown, most: number): number {
  const span = Math.floor(Number(told ?? 1));
  return span > 1 ? Math.min(span, most) : 1;
}

/** How many cells are written when all rows are filled up to the widest. */
function cellsOf(rows: readonly (readonly PageElement[])[]): number {
  // What begins and ends at a row of the cells that reach into it from above.
  const changes = new Map<number, number>();
  const change = (row: number, by: number) => changes.set(row, (changes.get(row) ?? 0) + by);
  let [reaching, widest] = [0, 0];
  for (const [index, row] of rows.entries()) {
    reaching += changes.get(index) ?? 0;
    let width = reaching;
    for (const { properties } of row) {
      const columns = Number(properties['colSpan']);
      width += columns;
      change(index + 1, columns);
      change(index + Number(properties['rowSpan']), -columns);
    }
    widest = Math.max(widest, width);
  }
  return widest * rows.length;
}

function isOfBlocks(rows: readonly (readonly PageElement[])[]): boolean {
  return rows.some((row) =>
    row.some((cell) =>
      elementsWithin(cell).some((one) =>
        isElement(one, 'pre')
          ? textOf(one).trim().includes('\n')
          : isElement(cell, 'td') && /^h[1-6]$/.test(one.tagName),
      ),
    ),
  );
}

/** A row's cells one below the other; the first of several names what follows. */
function blocksOf(row: readonly PageElement[]): PageChild[] {
  const cells = row.filter((cell) => lineOf(cell) !== '');
  if (row.length > 1 && cells.every((cell) => isElement(cell, 'th'))) {
    const labels = cells.map((cell) => lineOf(cell)).join(' · ');
    return labels === '' ? [] : [element('p', [element('strong', [text(labels)])])];
  }
  return cells.map((cell, index) => {
    const isName = index === 0 && cells.length > 1 && !hasBlock(cell);
    return isName
      ? element('p', [element('strong', onOneLine(cell.children))])
      : element('div', cell.children);
  });
}

function hasBlock(cell: PageElement): boolean {
  return elementsWithin(cell).some((one) => isBlock(one) && !isElement(one, 'p', 'div'));
}

function isBlock(one: PageElement): boolean {
  return blocks.has(one.tagName) || /^(?:pre|h[1-6])$/.test(one.tagName);
}

function onOneLine(children: readonly PageChild[]): PageChild[] {
  let before: PageElement | undefined;
  return children.flatMap((child): PageChild[] => {
    if (!isElement(child)) return [child];
    if (isElement(child, 'br')) return [text(' ')];
    if (isElement(child, 'pre')) return [text(' '), element('code', [text(lineOf(child))]), text(' ')];
    const inner = onOneLine(child.children);
    if (!isBlock(child)) return [{ ...child, children: inner }];
    if (isElement(child, 'li', 'tr')) {
      const mark = before === undefined || /[.,:;!?]$/.test(lineOf(before)) ? ' ' : '; ';
      before = child;
      return [text(mark), ...withoutEnd(inner)];
    }
    const line = /^h[1-6]$/.test(child.tagName) ? [element('strong', inner)] : inner;
    return [text(' '), ...line, text(' ')];
  });
}

/** Without the space that ends it. */
function withoutEnd(children: readonly PageChild[]): PageChild[] {
  const kept = [...children];
  for (let last = kept.at(-1); last?.type === 'text'; last = kept.at(-1)) {
    const value = last.value.trimEnd();
    kept.pop();
    if (value === '') continue;
    kept.push(text(value));
    break;
  }
  return kept;
}
