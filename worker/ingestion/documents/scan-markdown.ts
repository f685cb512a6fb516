/**
 * Splits Markdown and MDX into blocks: front matter, both kinds of headings, fenced code and the text
 * between. It recognizes only what chunking and citing need.
 */

import type { CodeSample } from '../../core/code/chunk.ts';
import { parseFenceInfo } from './code-fence.ts';
import { parseFrontMatter } from './scan-front-matter.ts';
import type {
  DocumentBlock,
  DocumentHeading,
  FrontMatter,
  ScannedDocument,
  VersionNote,
} from './scanned-document.ts';
import type { LineRange } from '../chunks/draft-chunk.ts';

/**
 * These patterns match only the start of a line: searching for a closing mark takes quadratic time if there is none.
 */
const fence = /^(?:\s|>|[-*+]\s|\d+[.)]\s)*(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const htmlHeading = /^\s*<h([1-6])\b[^>]*>(.*?)<\/h\1>\s*$/i;
/** Number of characters of a title that the patterns read. */
const maxTitleLength = 500;
const underline = /^ {0,3}(=+|-{2,})[ \t]*$/;

export function scanMarkdown(lines: readonly string[]): ScannedDocument {
  const lineTexts = lines.map((line, index) =>
    (index === 0 ? line.replace(/^\ufeff/, '') : line).replace(/\r?\n$/, ''),
  );
  const blocks: DocumentBlock[] = [];
  const headings: DocumentHeading[] = [];
  const samples: CodeSample[] = [];
  const versions: VersionNote[] = [];
  const frontMatterEnd = findFrontMatterEnd(lineTexts);
  let frontMatter: FrontMatter | undefined;
  if (frontMatterEnd > 0) {
    blocks.push({ kind: 'front_matter', first: 0, last: frontMatterEnd });
    frontMatter = parseFrontMatter(lineTexts.slice(1, frontMatterEnd));
  }
  const switchers = createSwitcherTracker();
  for (let line = frontMatterEnd > 0 ? frontMatterEnd + 1 : 0; line < lineTexts.length;) {
    const block = readBlock(lineTexts, line);
    if (block.heading !== undefined) headings.push({ ...block.heading, first: line, last: block.last });
    if (block.kind === 'code_sample')
      samples.push(readSample(lineTexts, { first: line, last: block.last }, switchers.isInside()));
    if (block.kind === 'text') {
      versions.push(...parseVersionTable(lineTexts, { first: line, last: block.last }));
      for (const text of lineTexts.slice(line, block.last + 1)) switchers.update(text);
    }
    if (block.kind !== undefined) blocks.push({ kind: block.kind, first: line, last: block.last });
    line = block.last + 1;
  }
  return { blocks, headings, samples, versions, frontMatter };
}

interface MarkdownBlock {
  /** Undefined for a blank line. */
  readonly kind: DocumentBlock['kind'] | undefined;
  readonly last: number;
  readonly heading?: { readonly title: string; readonly level: number };
}

function readBlock(lines: readonly string[], first: number): MarkdownBlock {
  const line = lines[first] ?? '';
  if (line.trim() === '') return { kind: undefined, last: first };
  const fenceMark = fence.exec(line)?.[1];
  if (fenceMark !== undefined) return { kind: 'code_sample', last: findFenceEnd(lines, first, fenceMark) };
  const heading = readHeading(lines, first);
  if (heading !== undefined) return { kind: 'heading', last: heading.last, heading };
  if (line.startsWith('<!--')) return { kind: 'text', last: findCommentEnd(lines, first) };
  let last = first;
  while (last + 1 < lines.length && continuesText(lines, last + 1)) last += 1;
  return { kind: 'text', last };
}

function continuesText(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return line.trim() !== '' && !fence.test(line) && readHeading(lines, at) === undefined;
}

function readHeading(
  lines: readonly string[],
  at: number,
): { title: string; level: number; last: number } | undefined {
  const line = lines[at] ?? '';
  const atx = hashes.exec(line);
  if (atx !== null) {
    const title = stripClosingHashes(line.slice(atx[0].length).trim());
    return { title: stripTitleMarkup(title), level: (atx[1] ?? '').length, last: at };
  }
  const html = htmlHeading.exec(line);
  if (html !== null) return { title: stripTitleMarkup(html[2] ?? ''), level: Number(html[1]), last: at };
  const rule = underline.exec(lines[at + 1] ?? '')?.[1];
  const isTitle =
    /^ {0,3}[^\s>|#*+<-]/.test(line) && !/^ {0,3}\d+[.)]\s/.test(line) && (lines[at - 1] ?? '').trim() === '';
  return rule !== undefined && isTitle
    ? { title: stripTitleMarkup(line), level: rule.startsWith('=') ? 1 : 2, last: at + 1 }
    : undefined;
}

/** `Title ##` becomes `Title`; `C#` stays. */
function stripClosingHashes(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end -= 1;
  return end > 0 && /[ \t]/.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title;
}

/** Removes markup: links become their text; emphasis, anchors and tags are dropped. */
function stripTitleMarkup(title: string): string {
  return title
    .slice(0, maxTitleLength)
    .replaceAll(/!?\[([^[\]]{0,200})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/<[^<>]{1,200}>|\{#[^{}]{0,200}\}/g, '')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();
}

function findFrontMatterEnd(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  return Math.max(
    lines.findIndex((line, index) => index > 0 && line.trimEnd() === mark),
    0,
  );
}

/** Returns the line that closes a fence, or the last line of the file. */
function findFenceEnd(lines: readonly string[], first: number, fenceMark: string): number {
  const mark = fenceMark.charAt(0);
  for (let at = first + 1; at < lines.length; at++) {
    const text = (lines[at] ?? '').replace(/^[\s>]+/, '').trimEnd();
    if (text.length >= fenceMark.length && text === mark.repeat(text.length)) return at;
  }
  return lines.length - 1;
}

function findCommentEnd(lines: readonly string[], first: number): number {
  let last = first;
  while (last < lines.length - 1 && !(lines[last] ?? '').includes('-->')) last += 1;
  return last;
}

function readSample(
  lines: readonly string[],
  { first, last }: { first: number; last: number },
  isInSwitcher: boolean,
): CodeSample {
  const above = lines[first - 1] ?? '';
  const line = lines[first] ?? '';
  const info = parseFenceInfo(line.slice(fence.exec(line)?.[0].length ?? 0), above);
  return { ...info, switcher: info.switcher || isInSwitcher, startLine: first + 1, endLine: last + 1 };
}

/** Tracks containers in which a page shows one of several samples: tabs and code groups. */
function createSwitcherTracker(): { update(line: string): void; isInside(): boolean } {
  const openContainers: boolean[] = [];
  return {
    update(line) {
      if (/^\s*:{3,}\s*[\w[{]/.test(line)) openContainers.push(/code-group|tabs?\b/i.test(line));
      else if (/^\s*(?:<(?:Tabs|CodeGroup|CodeTabs|CodeBlocks)\b[^>]*>|\{%-?\s*tabs\b)/.test(line))
        openContainers.push(true);
      else if (/^\s*(?::{3,}\s*$|<\/(?:Tabs|CodeGroup|CodeTabs|CodeBlocks)>|\{%-?\s*endtabs)/.test(line))
        openContainers.pop();
    },
    isInside: () => openContainers.includes(true),
  };
}

/** Number of characters read of a row. */
const maxRowLength = 4_000;

/**
 * Parses a table of a feature's history, with the header `| Version | Changes |`. Returns no notes for any other
 * table or text.
 */
export function parseVersionTable(lines: readonly string[], { first, last }: LineRange): VersionNote[] {
  const header = splitCells(lines[first] ?? '').map((cell) => cell.toLowerCase());
  const version = header.findIndex((cell) => /^(?:version|release|since)s?$/.test(cell));
  const change = header.findIndex((cell) => /^(?:changes?|description|notes?|what changed)$/.test(cell));
  if (version === -1 || change === -1 || !/^[\s|:-]+$/.test(lines[first + 1] ?? '')) return [];
  const notes: VersionNote[] = [];
  for (let line = first + 2; line <= last; line++) {
    const row = splitCells(lines[line] ?? '');
    const name = (row[version] ?? '').replaceAll(/[`*]/g, '');
    if (name !== '') notes.push({ version: name, change: row[change] ?? '', line });
  }
  return notes;
}

function splitCells(line: string): string[] {
  return line
    .slice(0, maxRowLength)
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
