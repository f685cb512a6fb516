/** Reads facts about definitions with regular expressions. Claims are made from these facts, so they share no code with the checks under test. */

import { splitLines } from '../../../worker/core/text/decode-text.ts';
import type { SourceFile } from './source-files.ts';

export interface DefinitionFacts {
  readonly file: SourceFile;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** Complete sentences of its comments. */
  readonly sentences: readonly string[];
  /** Names that its body calls, except its own. */
  readonly calls: readonly string[];
  /** Named numbers: `limit = 40` and `limit: 40` give `['limit', '40', line]`. */
  readonly numbers: readonly (readonly [name: string, value: string, line: number])[];
  /** Names of the errors that it throws or raises. */
  readonly throws: readonly string[];
  /** Names tested by `if (!name) return`. */
  readonly guards: readonly string[];
  /** Names that it loops over. */
  readonly loops: readonly string[];
  /** Lines of code that are long enough to quote. */
  readonly lines: readonly (readonly [text: string, line: number])[];
}

const definitionPattern = new RegExp(
  [
    String.raw`^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(\w{3,})\s*[(<]`,
    String.raw`^(\s*)(?:export\s+)?const\s+(\w{3,})\s*=\s*(?:async\s*)?\([^()]*\)\s*=>\s*\{`,
    String.raw`^(\s*)(?:async\s+)?def\s+(?:self\.)?(\w{3,})\b`,
    String.raw`^()func\s+(?:\([^)]*\)\s*)?(\w{3,})\s*\(`,
    String.raw`^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w{3,})\s*[(<]`,
    String.raw`^(\s*)(?:(?:public|private|protected|static|final)\s+)+function\s+(\w{3,})\s*\(`,
  ].join('|'),
);
const commentPattern = /^\s*(?:\/\/|\/\*|\*|#|@\w|"""|''')/;
const [minLines, maxLines] = [5, 60];
const notCalls = new Set(
  'if for while switch return function catch typeof await match elif else and not in print super isinstance len str int new constructor require assert defined func range select make append panic use let fn Some None Ok Err'.split(
    ' ',
  ),
);

export function extractDefinitions(file: SourceFile): readonly DefinitionFacts[] {
  const lines = splitLines(file.text);
  const definitions: DefinitionFacts[] = [];
  let previousEnd = 0;
  for (const [index, line] of lines.entries()) {
    const [indent = '', name] =
      definitionPattern
        .exec(line)
        ?.slice(1)
        .filter((part) => part !== undefined) ?? [];
    if (name === undefined || index < previousEnd) continue;
    const end = findEndLine(lines, index, indent.length);
    let start = index;
    while (start > 0 && commentPattern.test(lines[start - 1] ?? '')) start -= 1;
    if (end - start < minLines || end - start > maxLines) continue;
    previousEnd = end;
    definitions.push({
      file,
      name,
      startLine: start + 1,
      endLine: end,
      ...extractBodyFacts(lines, { start, index, end, name }),
    });
  }
  return definitions;
}

/** Returns the exclusive end of a definition: the first later line whose indentation is not deeper. */
function findEndLine(lines: readonly string[], start: number, indent: number): number {
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.length - line.trimStart().length > indent) continue;
    if (/^\s*[)\]]/.test(line)) continue;
    return /^\s*(?:\}|end\b)/.test(line) ? index + 1 : index;
  }
  return lines.length;
}

function extractBodyFacts(
  lines: readonly string[],
  { start, index, end, name }: { start: number; index: number; end: number; name: string },
): Omit<DefinitionFacts, 'file' | 'name' | 'startLine' | 'endLine'> {
  const ownLines = lines.slice(start, end);
  const text = ownLines.join('');
  const sentences = extractSentences(ownLines);
  const body = lines.slice(index + 1, end).map((line, offset) => [line, index + 2 + offset] as const);
  const code = body.filter(([line]) => !commentPattern.test(line) && line.trim() !== '');
  const codeWithoutStrings = code.map(([line]) =>
    line.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '""').replace(/\/\/.*|\s#.*/, ''),
  );
  const findAll = (pattern: RegExp): string[] => [
    ...new Set(
      codeWithoutStrings.flatMap((line) => [...line.matchAll(pattern)].map((match) => match[1] ?? '')),
    ),
  ];
  return {
    text,
    sentences,
    calls: findAll(/(?<![\w$.])(?<!\b(?:def|function|fn|func|class)\s{1,9})([A-Za-z_]\w{3,})\(/g).filter(
      (call) => call !== name && !notCalls.has(call),
    ),
    numbers: code.flatMap(([line, lineNumber]) =>
      [...line.matchAll(/\b([A-Za-z_]\w{3,})\s*(?:=|:|==|<|>|<=|>=)\s*(\d[\d_]{1,8})\b(?![.\w])/g)].map(
        (match) => [match[1] ?? '', match[2] ?? '', lineNumber] as const,
      ),
    ),
    throws: findAll(/\b(?:throw new|raise)\s+([A-Z]\w{3,})\b/g),
    guards: findAll(/\bif\s*(?:\(!|not )\s*([A-Za-z_]\w{3,})\)?:?\s*(?:return|\{?$)/g),
    loops: findAll(/\bfor\s*\(?(?:const|let|var)?\s*\w+\s*(?:of|in)\s+(\w{4,})\)?\s*[{:]/g),
    lines: code
      .map(([line, lineNumber]) => [line.trim(), lineNumber] as const)
      .filter(
        ([line]) => line.length >= 16 && line.length <= 90 && !/[`“”"[\]]/.test(line) && /\w{4}/.test(line),
      ),
  };
}

const documentationLine = /^\s*(?:\/\/|\/\*|\*|#)/;

/** Extracts the sentences of comments that have 6 to 24 words and contain no markup or code. */
function extractSentences(lines: readonly string[]): readonly string[] {
  const inDocstring = findDocstringLines(lines);
  const blocks: string[][] = [[]];
  for (const [index, line] of lines.entries()) {
    if (documentationLine.test(line) || inDocstring.has(index))
      blocks
        .at(-1)
        ?.push(line.replace(/^\s*(?:\/\/+!?|\/\*+|\*\/|\*|#+|"""|''')\s?|\*\/\s*$|"""\s*$/g, '').trim());
    else if (blocks.at(-1)?.length !== 0) blocks.push([]);
  }
  return blocks
    .flatMap((block) => block.join('\n').split(/\n\s*\n|(?<=[.!?])\s+|\n(?=[@:\-*])/))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /^[A-Z][a-z]*\s[^{}@<>|“”"[\]()\\#=:;`*/_$&]{24,170}\.$/.test(sentence))
    .filter((sentence) => {
      const words = sentence.split(' ').length;
      return (
        words >= 6 && words <= 24 && !/\b(?:todo|fixme|copyright|licen[sc]e|e\.g|i\.e)\b/i.test(sentence)
      );
    });
}

function findDocstringLines(lines: readonly string[]): ReadonlySet<number> {
  const docstringLines = new Set<number>();
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const marks = line.match(/"""|'''/g)?.length ?? 0;
    if (isOpen || marks > 0) docstringLines.add(index);
    if (marks % 2 === 1) isOpen = !isOpen;
  }
  return docstringLines;
}
