/**
 * Structure for text without a grammar: lines indented under a line belong to it, and blank lines part what stands at
 * one level. A line of closing brackets ends the block above it.
 */

import type { SyntaxNode } from '../ports/parser.ts';
import type { MeasuredText } from './measured-text.ts';
import type { LineRange } from './piece.ts';

const closer = /^\s*(?:[)\]}>]+[;,]*|end|fi|done|esac|<\/[\w.:-]+>)\s*$/;

/** Lines from the one that opens an item to the last that belongs to it. */
interface Item extends LineRange {
  /** Last line indented under the first. */
  readonly lastInner: number;
}

export function scanText(measured: MeasuredText, range: LineRange): SyntaxNode[] {
  const lines = visibleLines(measured, range);
  const base = lines.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  const items: Item[] = [];
  for (const { line, indent, closes } of lines) {
    const item = items.at(-1);
    if (item === undefined || (indent <= base && !(closes && item.lastInner > item.first))) {
      items.push({ first: line, last: line, lastInner: line });
    } else {
      items[items.length - 1] = { ...item, last: line, lastInner: indent > base ? line : item.lastInner };
    }
  }
  return paragraphs(items, measured);
}

function visibleLines(
  measured: MeasuredText,
  { first, last }: LineRange,
): { line: number; indent: number; closes: boolean }[] {
  const found: { line: number; indent: number; closes: boolean }[] = [];
  for (let line = first; line <= last; line++) {
    if (measured.isBlank(line)) continue;
    const text = measured.text.slice(measured.startOfLine(line), measured.startOfLine(line + 1));
    found.push({ line, indent: indentOf(text), closes: closer.test(text) });
  }
  return found;
}

/** Columns of white space before the first character, a tab to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += 4 - (columns % 4);
    else if (character === ' ' || character === '\ufeff') columns += 1;
    else break;
  }
  return columns;
}

/** Items with no blank line between them make one node. */
function paragraphs(items: readonly Item[], measured: MeasuredText): SyntaxNode[] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run !== undefined && previous !== undefined && previous.last + 1 === item.first) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) => {
    const [only] = run;
    if (run.length === 1 && only !== undefined) return itemNode(only, measured);
    const lines = { first: run[0]?.first ?? 0, last: run.at(-1)?.last ?? 0 };
    return lineNode(measured, lines, {
      kind: 'text',
      children: () => run.map((item) => itemNode(item, measured)),
    });
  });
}

function itemNode(item: Item, measured: MeasuredText): SyntaxNode {
  const { first, last, lastInner } = item;
  const one = (line: number) =>
    lineNode(measured, { first: line, last: line }, { kind: 'text', children: () => [] });
  const children = () => [
    one(first),
    ...scanText(measured, { first: first + 1, last: lastInner }),
    ...Array.from({ length: last - lastInner }, (_, index) => one(lastInner + 1 + index)),
  ];
  return lineNode(measured, item, { kind: 'text', children: first === last ? () => [] : children });
}

/** A node of whole lines. */
export function lineNode(
  measured: MeasuredText,
  { first, last }: LineRange,
  { kind, children }: { kind: string; children: () => readonly SyntaxNode[] },
): SyntaxNode {
  const [start, end] = [measured.startOfLine(first), measured.startOfLine(last + 1)];
  return { kind, start, end, leads: false, children };
}
