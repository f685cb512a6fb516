/**
 * Splits reStructuredText into blocks: titles with an underline (and an optional overline), code in directives
 * and after `::`, version notes and leading fields. Heading levels follow the order of their first use.
 */

import type { CodeSample } from '../../core/code/chunk.ts';
import type { LineRange } from '../chunks/draft-chunk.ts';
import { readDirectives } from './restructured-directive.ts';
import type {
  DocumentBlock,
  DocumentHeading,
  FrontMatter,
  ScannedDocument,
  VersionNote,
} from './scanned-document.ts';

/** Number of characters read of a field line, and of a title. */
const maxLineLength = 1_000;
const maxTitleLength = 500;

const adornment = /^([!-/:-@[-`{-~])\1+[ \t]*$/;

export function scanRestructuredText(lines: readonly string[]): ScannedDocument {
  const lineTexts = lines.map((line, index) =>
    (index === 0 ? line.replace(/^\ufeff/, '') : line).replace(/\r?\n$/, ''),
  );
  const blocks: DocumentBlock[] = [];
  const headings: DocumentHeading[] = [];
  const samples: CodeSample[] = [];
  const versions: VersionNote[] = [];
  const styles: string[] = [];
  let frontMatter: FrontMatter | undefined;
  for (let line = 0; line < lineTexts.length;) {
    if ((lineTexts[line] ?? '').trim() === '') {
      line += 1;
      continue;
    }
    const title = readTitle(lineTexts, line);
    const range = { first: line, last: title?.last ?? findBlockEnd(lineTexts, line) };
    if (title !== undefined)
      headings.push({ ...range, title: title.text, level: assignLevel(title.style, styles) });
    const directives = title === undefined ? readDirectives(lineTexts, range) : { samples: [], versions: [] };
    samples.push(...directives.samples);
    versions.push(...directives.versions);
    if (blocks.length === 0 && frontMatter === undefined) frontMatter = readFields(lineTexts, range);
    const isFields = blocks.length === 0 && frontMatter !== undefined;
    blocks.push({
      ...range,
      kind:
        title !== undefined
          ? 'heading'
          : isFields
            ? 'front_matter'
            : classifyBlock(directives.samples, range),
    });
    line = range.last + 1;
  }
  return { blocks, headings, samples, versions, frontMatter };
}

/** A block is a code sample if its only sample starts on its first line. */
function classifyBlock(samples: readonly CodeSample[], { first }: LineRange): DocumentBlock['kind'] {
  return samples.length === 1 && samples[0]?.startLine === first + 1 ? 'code_sample' : 'text';
}

function readTitle(
  lines: readonly string[],
  at: number,
): { text: string; style: string; last: number } | undefined {
  const [line = '', next = '', third = ''] = [lines[at], lines[at + 1], lines[at + 2]];
  const mark = adornment.exec(line)?.[1];
  if (mark !== undefined) {
    const hasOverline =
      next.trim() !== '' &&
      adornment.exec(third)?.[1] === mark &&
      third.trimEnd().length >= next.trim().length;
    return hasOverline ? { text: trimTitle(next), style: mark + mark, last: at + 2 } : undefined;
  }
  const underlineMark = adornment.exec(next)?.[1];
  if (underlineMark === undefined || /^\s/.test(line) || next.trimEnd().length < line.trimEnd().length)
    return undefined;
  return { text: trimTitle(line), style: underlineMark, last: at + 1 };
}

function trimTitle(line: string): string {
  return line.trim().slice(0, maxTitleLength).trimEnd();
}

function assignLevel(style: string, styles: string[]): number {
  if (!styles.includes(style)) styles.push(style);
  return styles.indexOf(style) + 1;
}

/**
 * Returns the end of a paragraph with the text indented under it: a directive's body, a literal block or a
 * list item.
 */
function findBlockEnd(lines: readonly string[], first: number): number {
  const indent = indentWidth(lines[first] ?? '');
  let last = first;
  for (let line = first + 1; line < lines.length; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '') continue;
    const follows = line === last + 1 && readTitle(lines, line) === undefined;
    if (indentWidth(text) <= indent && !follows) break;
    last = line;
  }
  return last;
}

function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}

/** Reads `:author: Somebody` lines at the very top. */
function readFields(lines: readonly string[], { first, last }: LineRange): FrontMatter | undefined {
  const fields = lines
    .slice(first, last + 1)
    .map((line) => /^:([\w -]{1,100}):\s*([^]*)$/.exec(line.slice(0, maxLineLength)));
  if (fields.some((field) => field === null)) return undefined;
  return Object.fromEntries(fields.map((field) => [field?.[1] ?? '', field?.[2] ?? '']));
}
