/**
 * Markdown and MDX to blocks: front matter, headings of both kinds, fenced code and what lies between. Only what cutting
 * and citing need is recognised; everything else is text.
 */

import type { CodeSample } from '../core/chunk.ts';
import { readFenceInfo } from './fence-info.ts';
import { scanFrontMatter } from './scan-front-matter.ts';
import type {
  DocumentBlock,
  DocumentHeading,
  FrontMatter,
  ScannedDocument,
  VersionNote,
} from './scanned-document.ts';
import { readVersionTable } from './version-table.ts';

/** No end of the line in these: looking for it would cost the square of a line that has none. */
const fence = /^(?:\s|>|[-*+]\s|\d+[.)]\s)*(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const htmlHeading = /^\s*<h([1-6])\b[^>]*>(.*?)<\/h\1>\s*$/i;
/** Read of a title before any pattern looks into it. */
const maxTitle = 500;
const underline = /^ {0,3}(=+|-{2,})[ \t]*$/;

export function scanMarkdown(lines: readonly string[]): ScannedDocument {
  const bare = lines.map((line, index) =>
    (index === 0 ? line.replace(/^\ufeff/, '') : line).replace(/\r?\n$/, ''),
  );
  const blocks: DocumentBlock[] = [];
  const headings: DocumentHeading[] = [];
  const samples: CodeSample[] = [];
  const versions: VersionNote[] = [];
  const front = frontMatterEnd(bare);
  let frontMatter: FrontMatter | undefined;
  if (front > 0) {
    blocks.push({ kind: 'front_matter', first: 0, last: front });
    frontMatter = scanFrontMatter(bare.slice(1, front));
  }
  const switchers = createSwitchers();
  for (let line = front > 0 ? front + 1 : 0; line < bare.length;) {
    const block = readBlock(bare, line);
    if (block.heading !== undefined) headings.push({ ...block.heading, first: line, last: block.last });
    if (block.kind === 'code_sample')
      samples.push(sampleOf(bare, { first: line, last: block.last }, switchers.inside()));
    if (block.kind === 'text') {
      versions.push(...readVersionTable(bare, { first: line, last: block.last }));
      for (const text of bare.slice(line, block.last + 1)) switchers.see(text);
    }
    if (block.kind !== undefined) blocks.push({ kind: block.kind, first: line, last: block.last });
    line = block.last + 1;
  }
  return { blocks, headings, samples, versions, frontMatter };
}

interface ReadBlock {
  /** Undefined for a blank line. */
  readonly kind: DocumentBlock['kind'] | undefined;
  readonly last: number;
  readonly heading?: { readonly title: string; readonly level: number };
}

function readBlock(lines: readonly string[], first: number): ReadBlock {
  const line = lines[first] ?? '';
  if (line.trim() === '') return { kind: undefined, last: first };
  const opened = fence.exec(line)?.[1];
  if (opened !== undefined) return { kind: 'code_sample', last: fenceEnd(lines, first, opened) };
  const heading = headingAt(lines, first);
  if (heading !== undefined) return { kind: 'heading', last: heading.last, heading };
  if (line.startsWith('<!--')) return { kind: 'text', last: commentEnd(lines, first) };
  let last = first;
  while (last + 1 < lines.length && continues(lines, last + 1)) last += 1;
  return { kind: 'text', last };
}

function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return line.trim() !== '' && !fence.test(line) && headingAt(lines, at) === undefined;
}

function headingAt(
  lines: readonly string[],
  at: number,
): { title: string; level: number; last: number } | undefined {
  const line = lines[at] ?? '';
  const atx = hashes.exec(line);
  if (atx !== null) {
    const title = withoutClosingHashes(line.slice(atx[0].length).trim());
    return { title: plainTitle(title), level: (atx[1] ?? '').length, last: at };
  }
  const html = htmlHeading.exec(line);
  if (html !== null) return { title: plainTitle(html[2] ?? ''), level: Number(html[1]), last: at };
  const rule = underline.exec(lines[at + 1] ?? '')?.[1];
  const isTitle =
    /^ {0,3}[^\s>|#*+<-]/.test(line) && !/^ {0,3}\d+[.)]\s/.test(line) && (lines[at - 1] ?? '').trim() === '';
  return rule !== undefined && isTitle
    ? { title: plainTitle(line), level: rule.startsWith('=') ? 1 : 2, last: at + 1 }
    : undefined;
}

/** `Title ##` is `Title`; `C#` stays. */
function withoutClosingHashes(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end -= 1;
  return end > 0 && /[ \t]/.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title;
}

/** A title without its markup: links as their text, no emphasis, anchors or tags. */
function plainTitle(title: string): string {
  return title
    .slice(0, maxTitle)
    .replaceAll(/!?\[([^[\]]{0,200})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/<[^<>]{1,200}>|\{#[^{}]{0,200}\}/g, '')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();
}

function frontMatterEnd(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  return Math.max(
    lines.findIndex((line, index) => index > 0 && line.trimEnd() === mark),
    0,
  );
}

/** The line that closes a fence, or the last of the file. */
function fenceEnd(lines: readonly string[], first: number, opened: string): number {
  const mark = opened.charAt(0);
  for (let at = first + 1; at < lines.length; at++) {
    const bare = (lines[at] ?? '').replace(/^[\s>]+/, '').trimEnd();
    if (bare.length >= opened.length && bare === mark.repeat(bare.length)) return at;
  }
  return lines.length - 1;
}

function commentEnd(lines: readonly string[], first: number): number {
  let last = first;
  while (last < lines.length - 1 && !(lines[last] ?? '').includes('-->')) last += 1;
  return last;
}

function sampleOf(
  lines: readonly string[],
  { first, last }: { first: number; last: number },
  inSwitcher: boolean,
): CodeSample {
  const above = lines[first - 1] ?? '';
  const line = lines[first] ?? '';
  const info = readFenceInfo(line.slice(fence.exec(line)?.[0].length ?? 0), above);
  return { ...info, switcher: info.switcher || inSwitcher, startLine: first + 1, endLine: last + 1 };
}

/** Follows the containers in which a page shows one of several samples: tabs and code groups. */
function createSwitchers(): { see(line: string): void; inside(): boolean } {
  const open: boolean[] = [];
  return {
    see(line) {
      if (/^\s*:{3,}\s*[\w[{]/.test(line)) open.push(/code-group|tabs?\b/i.test(line));
      else if (/^\s*(?:<(?:Tabs|CodeGroup|CodeTabs|CodeBlocks)\b[^>]*>|\{%-?\s*tabs\b)/.test(line))
        open.push(true);
      else if (/^\s*(?::{3,}\s*$|<\/(?:Tabs|CodeGroup|CodeTabs|CodeBlocks)>|\{%-?\s*endtabs)/.test(line))
        open.pop();
    },
    inside: () => open.includes(true),
  };
}
