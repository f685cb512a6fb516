/** Parses the Markdown of an answer into blocks. Pure. Every word of the text is in a block. */
import { extractMarkers } from './claim-marker.ts';
import { parseInline, type Inline } from './parse-inline.ts';
import { readTable } from './read-table.ts';

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  /** `ends` lists the claims that end within the code. */
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly text: string;
      readonly ends: readonly string[];
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'bulleted'; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'numbered'; readonly start: number; readonly items: readonly (readonly Block[])[] }
  /** The first row is the header. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

interface ParsedBlock {
  /** The text after the language of a fence, which is shown above the code. */
  readonly caption?: Block;
  readonly block: Block;
  readonly lineCount: number;
}

const fence = /^(\s{0,3})(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)(.*)$/;
const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const quote = /^\s{0,3}>\s?/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)(.*)$/;
const rule = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** The maximum nesting of quotes and lists; deeper markers stay text. */
const maxDepth = 6;

export function parseMarkdown(markdown: string): readonly Block[] {
  return parseBlocks(markdown.replaceAll('\r\n', '\n').split('\n'), 0);
}

function parseBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length;) {
    if ((lines[index] ?? '').trim() === '') {
      index += 1;
      continue;
    }
    const rest = lines.slice(index);
    const parsed: ParsedBlock =
      readFence(rest) ??
      readHeading(rest) ??
      readRule(rest) ??
      readQuote(rest, depth) ??
      readList(rest, depth) ??
      readTable(rest) ??
      readParagraph(rest, depth);
    blocks.push(...(parsed.caption === undefined ? [] : [parsed.caption]), parsed.block);
    index += parsed.lineCount;
  }
  return blocks;
}

/** An unclosed fence runs to the end, since the code may still be arriving. */
function readFence(lines: readonly string[]): ParsedBlock | null {
  const open = fence.exec(lines[0] ?? '');
  const mark = open?.[2];
  if (open === null || mark === undefined) return null;
  const indent = open[1]?.length ?? 0;
  const body = lines.slice(1);
  const close = body.findIndex(
    (line) => line.trim().startsWith(mark) && line.trim().replaceAll(mark.charAt(0), '') === '',
  );
  const code = (close < 0 ? body : body.slice(0, close)).map((line) => stripIndent(line, indent));
  const caption = (open[4] ?? '').trim();
  const { text, ids } = extractMarkers(code.join('\n'));
  return {
    ...(caption === '' ? {} : { caption: { kind: 'paragraph', children: parseInline(caption) } }),
    block: { kind: 'code', language: (open[3] ?? '').toLowerCase(), text, ends: ids },
    lineCount: close < 0 ? lines.length : close + 2,
  };
}

function readHeading(lines: readonly string[]): ParsedBlock | null {
  const match = heading.exec(lines[0] ?? '');
  if (match === null) return null;
  const [, marks = '', title = ''] = match;
  return { block: { kind: 'heading', level: marks.length, children: parseInline(title) }, lineCount: 1 };
}

function readRule(lines: readonly string[]): ParsedBlock | null {
  return rule.test(lines[0] ?? '') ? { block: { kind: 'rule' }, lineCount: 1 } : null;
}

function readQuote(lines: readonly string[], depth: number): ParsedBlock | null {
  if (depth >= maxDepth || !quote.test(lines[0] ?? '')) return null;
  const end = lines.findIndex((line) => !quote.test(line));
  const lineCount = end < 0 ? lines.length : end;
  const quoted = lines.slice(0, lineCount).map((line) => line.replace(quote, ''));
  return { block: { kind: 'quote', children: parseBlocks(quoted, depth + 1) }, lineCount };
}

interface ListMarker {
  readonly indent: number;
  /** Where the text of the item begins. Lines indented this far belong to the item. */
  readonly contentIndent: number;
  readonly isOrdered: boolean;
  readonly start: number;
  readonly text: string;
}

function readMarker(line: string): ListMarker | null {
  const match = item.exec(line);
  if (match === null || rule.test(line)) return null;
  const [, indent = '', mark = '', space = '', text = ''] = match;
  return {
    indent: indent.length,
    contentIndent: indent.length + mark.length + Math.min(space.length, 4),
    isOrdered: /\d/.test(mark),
    start: Number.parseInt(mark, 10),
    text,
  };
}

/** A line that is indented at least two spaces deeper than the list belongs to its last item. Other text directly below an item continues it. */
function readList(lines: readonly string[], depth: number): ParsedBlock | null {
  const first = readMarker(lines[0] ?? '');
  if (first === null || depth >= maxDepth) return null;
  const items: string[][] = [];
  let { contentIndent } = first;
  let lineCount = 0;
  for (; lineCount < lines.length; lineCount += 1) {
    const line = lines[lineCount] ?? '';
    const marker = readMarker(line);
    const current = items.at(-1);
    const isNested = indentOf(line) >= first.indent + 2;
    if (marker !== null && !isNested) {
      if (marker.isOrdered !== first.isOrdered) break;
      ({ contentIndent } = marker);
      items.push([marker.text]);
    } else if (current === undefined) break;
    else if (line.trim() === '') {
      if (!continuesList(lines.slice(lineCount + 1), first)) break;
      current.push('');
    } else if (isNested || continuesParagraph(line, current)) current.push(stripIndent(line, contentIndent));
    else break;
  }
  const parsed = items.map((itemLines) => parseBlocks(itemLines, depth + 1));
  const block: Block = first.isOrdered
    ? { kind: 'numbered', start: first.start, items: parsed }
    : { kind: 'bulleted', items: parsed };
  return { block, lineCount };
}

/** True if the next line with text belongs to the list after a blank line. */
function continuesList(rest: readonly string[], first: ListMarker): boolean {
  const next = rest.find((line) => line.trim() !== '');
  if (next === undefined) return false;
  return indentOf(next) >= first.indent + 2 || readMarker(next)?.isOrdered === first.isOrdered;
}

function continuesParagraph(line: string, itemLines: readonly string[]): boolean {
  const previous = itemLines.at(-1) ?? '';
  return previous.trim() !== '' && !startsBlock(previous, 0) && !startsBlock(line, 0);
}

function readParagraph(lines: readonly string[], depth: number): ParsedBlock {
  const end = lines.findIndex((line, index) => index > 0 && startsBlock(line, depth));
  const lineCount = end < 0 ? lines.length : end;
  const text = lines
    .slice(0, lineCount)
    .map((line) => line.trim())
    .join('\n');
  return { block: { kind: 'paragraph', children: parseInline(text) }, lineCount };
}

function startsBlock(line: string, depth: number): boolean {
  if (line.trim() === '' || fence.test(line) || heading.test(line) || rule.test(line)) return true;
  return depth < maxDepth && (quote.test(line) || item.test(line));
}

function indentOf(line: string): number {
  return line.trim() === '' ? 0 : line.length - line.trimStart().length;
}

function stripIndent(line: string, maxIndent: number): string {
  return line.slice(Math.min(line.length - line.trimStart().length, maxIndent));
}
