/** Parses the Markdown of a claim into paragraphs, headings, lists, quotes and fenced code. Pure. Every word of the text is in a block. */
import { parseInline, type Inline } from './parse-inline.ts';

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'bulleted'; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'numbered'; readonly start: number; readonly items: readonly (readonly Block[])[] };

interface ParsedBlock {
  /** The text after the language of a fence, which is shown above the code. */
  readonly caption?: Block;
  readonly block: Block;
  readonly lineCount: number;
}

const fence = /^(\s{0,3})(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)(.*)$/;
const heading = /^#{1,6}\s+(.*?)\s*#*$/;
const quote = /^\s{0,3}>\s?/;
const item = /^(\s{0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/;

/** The maximum nesting of quotes and lists; deeper markers stay text. */
const maxDepth = 6;

export function parseClaim(markdown: string): readonly Block[] {
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
    const parsed =
      readFence(rest) ??
      readHeading(rest) ??
      readQuote(rest, depth) ??
      readList(rest, depth) ??
      readParagraph(rest, depth);
    blocks.push(...(parsed.caption === undefined ? [] : [parsed.caption]), parsed.block);
    index += parsed.lineCount;
  }
  return blocks;
}

/** An unclosed fence runs to the end, since the claim may still be arriving. */
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
  return {
    ...(caption === ''
      ? {}
      : { caption: { kind: 'paragraph', children: [{ kind: 'text', text: caption }] } }),
    block: {
      kind: 'code',
      language: (open[3] ?? '').toLowerCase(),
      text: code.join('\n'),
    },
    lineCount: close < 0 ? lines.length : close + 2,
  };
}

function readHeading(lines: readonly string[]): ParsedBlock | null {
  const match = heading.exec(lines[0] ?? '');
  return match === null
    ? null
    : { block: { kind: 'heading', children: parseInline(match[1] ?? '') }, lineCount: 1 };
}

function readQuote(lines: readonly string[], depth: number): ParsedBlock | null {
  if (depth >= maxDepth || !quote.test(lines[0] ?? '')) return null;
  const end = lines.findIndex((line) => !quote.test(line));
  const lineCount = end < 0 ? lines.length : end;
  const quoted = lines.slice(0, lineCount).map((line) => line.replace(quote, ''));
  return { block: { kind: 'quote', children: parseBlocks(quoted, depth + 1) }, lineCount };
}

function readList(lines: readonly string[], depth: number): ParsedBlock | null {
  const first = item.exec(lines[0] ?? '');
  if (first === null || depth >= maxDepth) return null;
  const isOrdered = /\d/.test(first[2] ?? '');
  const items: string[][] = [];
  let lineCount = 0;
  for (; lineCount < lines.length; lineCount += 1) {
    const line = lines[lineCount] ?? '';
    const match = item.exec(line);
    const current = items.at(-1);
    if (match !== null && /\d/.test(match[2] ?? '') === isOrdered) items.push([match[3] ?? '']);
    else if (current !== undefined && /^\s{2,}\S/.test(line)) current.push(stripIndent(line, 4));
    else if (current !== undefined && line.trim() === '' && continuesList(lines[lineCount + 1]))
      current.push('');
    else break;
  }
  const parsed = items.map((itemLines) => parseBlocks(itemLines, depth + 1));
  if (!isOrdered) return { block: { kind: 'bulleted', items: parsed }, lineCount };
  const start = Number.parseInt(first[2] ?? '1', 10);
  return { block: { kind: 'numbered', start, items: parsed }, lineCount };
}

function continuesList(next: string | undefined): boolean {
  return next !== undefined && (/^\s{2,}\S/.test(next) || item.test(next));
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
  if (line.trim() === '' || fence.test(line) || heading.test(line)) return true;
  return depth < maxDepth && (quote.test(line) || item.test(line));
}

function stripIndent(line: string, maxIndent: number): string {
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, maxIndent));
}
