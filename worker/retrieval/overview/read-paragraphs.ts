/**
 * Reads the paragraphs that open a document, as text without markup. Badges, images, link bars, tables, samples, and sections about sponsors
 * or donations are omitted.
 */

import type { OverviewParagraph } from '../../core/repositories/overview.ts';
import { isPointer } from './is-pointer.ts';
import { plainInlineText, linkedFraction } from './plain-inline-text.ts';

interface Document {
  readonly path: string;
  readonly text: string;
}

interface LineBlock {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

const maxParagraphs = 3;
const maxListItems = 6;
const maxCharacters = 900;
/** Lines that are read of a document. */
const maxLines = 200;
const minWords = 4;
/** A block with a larger part in links is a link bar. */
const maxLinkedFraction = 0.6;

const unrelatedHeading =
  /sponsor|donat|backer|patron|support (?:us|the|this)|funding|table of contents|^contents$|contribut|licen[cs]e|news|announce|translation|acknowledg|credits|badge|follow us|stay in touch|community/i;
/** The introduction ends where a document begins to show the use of the project. */
const usageHeading =
  /install|usage|getting[- ]started|quick[- ]?start|requirements?|build(?:ing)?|how to|examples?|download|documentation|docs|setup|compil|develop|test|resources|links|help|packages|changelog/i;
const unrelatedText =
  /\b(?:sponsor(?:s|ed|ing|ship)?|donat(?:e|ion|ions|ing)|backers?|patreon|opencollective|open collective|buy me a coffee|paypal|liberapay|tidelift|star (?:us|the repo|this repo)|discord server|hiring)\b/i;
const sampleMark = /^\s*(`{3,}|~{3,})/;

/** @returns nothing if the document has no prose before its instructions */
export function readOpeningParagraphs({ path, text }: Document): readonly OverviewParagraph[] {
  const found: OverviewParagraph[] = [];
  let characters = 0;
  let skipsSection = false;
  for (const block of readBlocks(text, /\.rst$/i.test(path))) {
    if ('heading' in block) {
      if (found.length > 0 && (usageHeading.test(block.heading) || unrelatedHeading.test(block.heading)))
        break;
      skipsSection = unrelatedHeading.test(block.heading) || usageHeading.test(block.heading);
      continue;
    }
    if (skipsSection) continue;
    for (const paragraph of toParagraphs(path, block)) {
      const isFull = found.filter(({ isListItem }) => isListItem === paragraph.isListItem).length;
      if (isFull >= (paragraph.isListItem ? maxListItems : maxParagraphs)) continue;
      if (found.length > 0 && characters + paragraph.text.length > maxCharacters)
        return withoutOrphans(found);
      characters += paragraph.text.length;
      found.push(paragraph);
    }
    if (found.filter(({ isListItem }) => !isListItem).length >= maxParagraphs) break;
  }
  return withoutOrphans(found);
}

/** Drops a last sentence that introduces a list or sample that is not shown. */
function withoutOrphans(found: readonly OverviewParagraph[]): readonly OverviewParagraph[] {
  const last = found.at(-1);
  return found.length > 1 && last?.isListItem === false && last.text.endsWith(':')
    ? found.slice(0, -1)
    : found;
}

function toParagraphs(path: string, block: LineBlock): readonly OverviewParagraph[] {
  const items = splitListItems(block);
  return items.flatMap(({ first, last, lines, isListItem }): OverviewParagraph[] => {
    const source = lines.join('\n');
    const text = plainInlineText(source);
    const words = text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
    const isProse =
      words.length >= minWords &&
      !unrelatedText.test(text) &&
      !isPointer(text) &&
      linkedFraction(source) <= maxLinkedFraction &&
      !/^[[|:<{]|[|•·].*[|•·]/.test(text);
    return isProse ? [{ path, startLine: first + 1, endLine: last + 1, text, isListItem }] : [];
  });
}

const listMark = /^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+/;

function splitListItems(block: LineBlock): readonly (LineBlock & { readonly isListItem: boolean })[] {
  const starts = block.lines.flatMap((line, index) => (listMark.test(line) ? [index] : []));
  const [firstItem = block.lines.length] = starts;
  const introduction = {
    first: block.first,
    last: block.first + firstItem - 1,
    lines: block.lines.slice(0, firstItem),
  };
  const items = starts.map((start, index) => {
    const end = starts[index + 1] ?? block.lines.length;
    const lines = block.lines.slice(start, end).map((line) => line.replace(listMark, ''));
    return { first: block.first + start, last: block.first + end - 1, lines, isListItem: true };
  });
  return firstItem === 0 ? items : [{ ...introduction, isListItem: false }, ...items];
}

/** Yields headings, and the blocks of text between them. */
function* readBlocks(
  text: string,
  isRestructured: boolean,
): Generator<LineBlock | { readonly heading: string }> {
  const lines = text.split('\n', maxLines).map((line) => line.replace(/\r$/, ''));
  for (let at = frontMatterEnd(lines); at < lines.length;) {
    const line = lines[at] ?? '';
    const heading = readHeading(lines, at);
    if (heading !== undefined) {
      yield { heading: heading.title };
      at = heading.next;
      continue;
    }
    const skippedTo = findSkippedEnd(lines, at, isRestructured);
    if (skippedTo !== undefined) {
      at = skippedTo;
      continue;
    }
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && continuesBlock(lines, end)) end += 1;
    const block = lines.slice(at, end);
    if (block.every((one) => !/^(?: {4}|\t)/.test(one))) yield { first: at, last: end - 1, lines: block };
    // The sample that a paragraph of reStructuredText introduces is indented.
    at = end;
  }
}

function continuesBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return line.trim() !== '' && !sampleMark.test(line) && readHeading(lines, at) === undefined;
}

/** Returns the line after a sample, comment, directive, table or quoted note; undefined if the line begins none. */
function findSkippedEnd(lines: readonly string[], at: number, isRestructured: boolean): number | undefined {
  const line = lines[at] ?? '';
  const mark = sampleMark.exec(line)?.[1];
  if (mark !== undefined) {
    const close = lines.findIndex((one, index) => index > at && one.trim().startsWith(mark));
    return close === -1 ? lines.length : close + 1;
  }
  if (/^\s*<!--/.test(line)) {
    const close = lines.findIndex((one, index) => index >= at && one.includes('-->'));
    return close === -1 ? lines.length : close + 1;
  }
  if (isRestructured && line.startsWith('.. ')) {
    let end = at + 1;
    while (end < lines.length && /^(?:\s|$)/.test(lines[end] ?? '')) end += 1;
    return end;
  }
  if (/^\s*(?:\||>|\[[^\]]+\]:\s)/.test(line) || /^\s*([-*_] ?){3,}\s*$/.test(line)) return at + 1;
  return undefined;
}

function readHeading(
  lines: readonly string[],
  at: number,
): { readonly title: string; readonly next: number } | undefined {
  const line = lines[at] ?? '';
  const marks = /^ {0,3}#{1,6}\s/.exec(line)?.[0];
  if (marks !== undefined)
    return { title: plainInlineText(withoutClosingMarks(line.slice(marks.length))), next: at + 1 };
  const html = /^\s*<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>\s*$/i.exec(line);
  if (html !== null) return { title: plainInlineText(html[1] ?? ''), next: at + 1 };
  const rule = /^([=~^"'`#*+-])\1{2,}\s*$/;
  if (rule.test(line) && rule.test(lines[at + 2] ?? ''))
    return { title: (lines[at + 1] ?? '').trim(), next: at + 3 };
  const isTitle = line.trim() !== '' && !/^[\s>|*+-]/.test(line) && (lines[at - 1] ?? '').trim() === '';
  return isTitle && rule.test(lines[at + 1] ?? '')
    ? { title: plainInlineText(line), next: at + 2 }
    : undefined;
}

/** A pattern that tries each start of a run, such as `#+$`, would take quadratic time. */
function withoutClosingMarks(title: string): string {
  return title.trim().replace(/(?<!#)#+$/, '');
}

function frontMatterEnd(lines: readonly string[]): number {
  if (!/^---\s*$/.test(lines[0] ?? '')) return 0;
  return lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line)) + 1;
}
