/**
 * Builds a tree for text without a grammar. Indented lines belong to the line above them, blank lines
 * separate items of one level, and a line of closing brackets ends the block above it.
 */

import type { SyntaxNode } from '../../ports/parser.ts';
import type { MeasuredText } from './measured-text.ts';
import type { LineRange } from './draft-chunk.ts';

const closingLine = /^\s*(?:[)\]}>]+[;,]*|end|fi|done|esac|<\/[\w.:-]+>)\s*$/;

/** The lines of an item, from the line that opens it to its last line. */
interface Item extends LineRange {
  /** Last line indented under the first. */
  readonly lastInner: number;
}

export function buildIndentationTree(measured: MeasuredText, range: LineRange): SyntaxNode[] {
  const lines = readVisibleLines(measured, range);
  const baseIndent = lines.reduce((smallest, { indent }) => Math.min(smallest, indent), Infinity);
  const items: Item[] = [];
  for (const { line, indent, isClosing } of lines) {
    const item = items.at(-1);
    if (item === undefined || (indent <= baseIndent && !(isClosing && item.lastInner > item.first))) {
      items.push({ first: line, last: line, lastInner: line });
    } else {
      items[items.length - 1] = {
        ...item,
        last: line,
        lastInner: indent > baseIndent ? line : item.lastInner,
      };
    }
  }
  return groupParagraphs(items, measured);
}

function readVisibleLines(
  measured: MeasuredText,
  { first, last }: LineRange,
): { line: number; indent: number; isClosing: boolean }[] {
  const lines: { line: number; indent: number; isClosing: boolean }[] = [];
  for (let line = first; line <= last; line++) {
    if (measured.isBlank(line)) continue;
    const text = measured.text.slice(measured.startOfLine(line), measured.startOfLine(line + 1));
    lines.push({ line, indent: measureIndentColumns(text), isClosing: closingLine.test(text) });
  }
  return lines;
}

/** Returns the columns of leading whitespace; a tab advances to the next multiple of four. */
function measureIndentColumns(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += 4 - (columns % 4);
    else if (character === ' ' || character === '\ufeff') columns += 1;
    else break;
  }
  return columns;
}

/** Groups items without a blank line between them into one node. */
function groupParagraphs(items: readonly Item[], measured: MeasuredText): SyntaxNode[] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run !== undefined && previous !== undefined && previous.last + 1 === item.first) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) => {
    const [only] = run;
    if (run.length === 1 && only !== undefined) return createItemNode(only, measured);
    const lines = { first: run[0]?.first ?? 0, last: run.at(-1)?.last ?? 0 };
    return createLineNode(measured, lines, {
      kind: 'text',
      children: () => run.map((item) => createItemNode(item, measured)),
    });
  });
}

function createItemNode(item: Item, measured: MeasuredText): SyntaxNode {
  const { first, last, lastInner } = item;
  const createLeaf = (line: number) =>
    createLineNode(measured, { first: line, last: line }, { kind: 'text', children: () => [] });
  const children = () => [
    createLeaf(first),
    ...buildIndentationTree(measured, { first: first + 1, last: lastInner }),
    ...Array.from({ length: last - lastInner }, (_, index) => createLeaf(lastInner + 1 + index)),
  ];
  return createLineNode(measured, item, { kind: 'text', children: first === last ? () => [] : children });
}

/** Creates a node of whole lines. */
export function createLineNode(
  measured: MeasuredText,
  { first, last }: LineRange,
  { kind, children }: { kind: string; children: () => readonly SyntaxNode[] },
): SyntaxNode {
  const [start, end] = [measured.startOfLine(first), measured.startOfLine(last + 1)];
  return { kind, start, end, isLeading: false, children };
}
