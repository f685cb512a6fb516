/** Reads the code samples and version notes in one block of reStructuredText, at any indentation. */

import type { CodeSample } from '../../core/code/chunk.ts';
import type { LineRange } from '../chunks/draft-chunk.ts';
import type { VersionNote } from './scanned-document.ts';

const directive = /^(\s*)\.\.\s+([\w-]+(?::[\w-]+)?)::\s*([^]*)$/;
/** Number of characters read of each line. Stored notes and names are shorter. */
const maxLineLength = 1_000;
const maxBodyLines = 40;
const codeDirective = /^(?:code|code-block|sourcecode|code-tab|highlight-block|parsed-literal)$/;
const tabDirective = /^(?:tabs|tab-set|tab|tab-item|code-tab|group-tab|tab-set-code)$/;
const changeDirectives: ReadonlyMap<string, string> = new Map([
  ['versionadded', 'Added'],
  ['versionchanged', 'Changed'],
  ['versionremoved', 'Removed'],
  ['deprecated', 'Deprecated'],
]);

export function readDirectives(
  lines: readonly string[],
  range: LineRange,
): { samples: CodeSample[]; versions: VersionNote[] } {
  const samples: CodeSample[] = [];
  const versions: VersionNote[] = [];
  let tabIndent: number | undefined;
  for (let line = range.first; line <= range.last; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '') continue;
    const [, indentation = '', name = '', argument = ''] = directive.exec(text.slice(0, maxLineLength)) ?? [];
    const indent = text.length - text.trimStart().length;
    if (tabIndent !== undefined && indent <= tabIndent) tabIndent = undefined;
    if (tabDirective.test(name)) tabIndent ??= indentation.length;
    const body = findBody(lines, line, range.last);
    const change = changeDirectives.get(name);
    if (change !== undefined) versions.push({ ...readVersionNote(lines, { argument, body, change }), line });
    const isLiteral = name === '' && text.trimEnd().endsWith('::') && body.last > line;
    if (!codeDirective.test(name) && !isLiteral) continue;
    const switcher = tabIndent !== undefined;
    samples.push({
      ...readSampleNames(lines, argument, body),
      switcher,
      startLine: line + 1,
      endLine: body.last + 1,
    });
    line = body.last;
  }
  return { samples, versions };
}

/** Returns the lines indented under `line`, starting with the next one; empty if `last` is `line`. */
function findBody(lines: readonly string[], line: number, limit: number): LineRange {
  const outer = lines[line] ?? '';
  const indent = outer.length - outer.trimStart().length;
  let last = line;
  for (let at = line + 1; at <= limit; at++) {
    const text = lines[at] ?? '';
    if (text.trim() === '') continue;
    if (text.length - text.trimStart().length <= indent) break;
    last = at;
  }
  return { first: line + 1, last };
}

function readSampleNames(
  lines: readonly string[],
  argument: string,
  body: LineRange,
): Pick<CodeSample, 'language' | 'fileName'> {
  const language = argument.trim().split(/\s/)[0];
  const caption = readFirstBodyLines(lines, body).map(
    (line) => /^\s*:(?:caption|name):\s*(\S.*)$/.exec(line)?.[1],
  );
  return {
    language: language === '' ? undefined : language?.toLowerCase(),
    fileName: caption.find((name) => name !== undefined && /\.\w+$/.test(name)),
  };
}

function readVersionNote(
  lines: readonly string[],
  { argument, body, change }: { argument: string; body: LineRange; change: string },
): { version: string; change: string } {
  const [version = '', ...rest] = argument.trim().split(/\s+/);
  const text = [...rest, ...readFirstBodyLines(lines, body).map((line) => line.trim())].join(' ').trim();
  return { version, change: text === '' ? change : `${change}: ${text.replaceAll(/\s+/g, ' ')}` };
}

function readFirstBodyLines(lines: readonly string[], { first, last }: LineRange): string[] {
  return lines
    .slice(first, Math.min(last + 1, first + maxBodyLines))
    .map((line) => line.slice(0, maxLineLength));
}
