/**
 * reStructuredText to blocks: titles with a line under them (and over them), code in directives and after `::`,
 * notes on versions, and the fields a file may open with. Levels follow the order in which a document first uses them.
 */

import type { CodeSample } from '../core/chunk.ts';
import type { LineRange } from './piece.ts';
import { readDirective } from './restructured-directive.ts';
import type {
  DocumentBlock,
  DocumentHeading,
  FrontMatter,
  ScannedDocument,
  VersionNote,
} from './scanned-document.ts';

/** Read of a field's line, and of a title. */
const maxLine = 1_000;
const maxTitle = 500;

const adornment = /^([!-/:-@[-`{-~])\1+[ \t]*$/;

export function scanRestructuredText(lines: readonly string[]): ScannedDocument {
  const bare = lines.map((line, index) =>
    (index === 0 ? line.replace(/^\ufeff/, '') : line).replace(/\r?\n$/, ''),
  );
  const blocks: DocumentBlock[] = [];
  const headings: DocumentHeading[] = [];
  const samples: CodeSample[] = [];
  const versions: VersionNote[] = [];
  const styles: string[] = [];
  let frontMatter: FrontMatter | undefined;
  for (let line = 0; line < bare.length;) {
    if ((bare[line] ?? '').trim() === '') {
      line += 1;
      continue;
    }
    const title = titleAt(bare, line);
    const range = { first: line, last: title?.last ?? blockEnd(bare, line) };
    if (title !== undefined)
      headings.push({ ...range, title: title.text, level: levelOf(title.style, styles) });
    const found = title === undefined ? readDirective(bare, range) : { samples: [], versions: [] };
    samples.push(...found.samples);
    versions.push(...found.versions);
    if (blocks.length === 0 && frontMatter === undefined) frontMatter = fieldsOf(bare, range);
    const isFields = blocks.length === 0 && frontMatter !== undefined;
    blocks.push({
      ...range,
      kind: title !== undefined ? 'heading' : isFields ? 'front_matter' : kindOf(found.samples, range),
    });
    line = range.last + 1;
  }
  return { blocks, headings, samples, versions, frontMatter };
}

/** One sample from the block's first line is the block. */
function kindOf(samples: readonly CodeSample[], { first }: LineRange): DocumentBlock['kind'] {
  return samples.length === 1 && samples[0]?.startLine === first + 1 ? 'code_sample' : 'text';
}

function titleAt(
  lines: readonly string[],
  at: number,
): { text: string; style: string; last: number } | undefined {
  const [line = '', next = '', third = ''] = [lines[at], lines[at + 1], lines[at + 2]];
  const mark = adornment.exec(line)?.[1];
  if (mark !== undefined) {
    const isOver =
      next.trim() !== '' &&
      adornment.exec(third)?.[1] === mark &&
      third.trimEnd().length >= next.trim().length;
    return isOver ? { text: titleText(next), style: mark + mark, last: at + 2 } : undefined;
  }
  const under = adornment.exec(next)?.[1];
  if (under === undefined || /^\s/.test(line) || next.trimEnd().length < line.trimEnd().length)
    return undefined;
  return { text: titleText(line), style: under, last: at + 1 };
}

function titleText(line: string): string {
  return line.trim().slice(0, maxTitle).trimEnd();
}

function levelOf(style: string, styles: string[]): number {
  if (!styles.includes(style)) styles.push(style);
  return styles.indexOf(style) + 1;
}

/** A paragraph, and with it what is indented under it: the body of a directive, a literal block, a list item. */
function blockEnd(lines: readonly string[], first: number): number {
  const indent = indentOf(lines[first] ?? '');
  let last = first;
  for (let line = first + 1; line < lines.length; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '') continue;
    const follows = line === last + 1 && titleAt(lines, line) === undefined;
    if (indentOf(text) <= indent && !follows) break;
    last = line;
  }
  return last;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `:author: Somebody` lines at the very top. */
function fieldsOf(lines: readonly string[], { first, last }: LineRange): FrontMatter | undefined {
  const fields = lines
    .slice(first, last + 1)
    .map((line) => /^:([\w -]{1,100}):\s*([^]*)$/.exec(line.slice(0, maxLine)));
  if (fields.some((field) => field === null)) return undefined;
  return Object.fromEntries(fields.map((field) => [field?.[1] ?? '', field?.[2] ?? '']));
}
