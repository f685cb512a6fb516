/** Finds a local definition without a symbol in the index, by its line and the indentation below it. */

import { splitLines } from '../../core/text/decode-text.ts';

interface NamedBlock {
  /** Line numbers from 0: the line with the name, and the last line of the block. */
  readonly nameLine: number;
  readonly lastLine: number;
}

const definers =
  'class|const|def|enum|fn|fun|func|function|interface|let|macro_rules!|mod|module|struct|trait|type|union|val|var';
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]{1,199}$/u;

/** @returns undefined if no line of the text defines the name */
export function findNamedBlock(text: string, name: string): NamedBlock | undefined {
  if (!identifier.test(name) || !text.includes(name)) return undefined;
  const escaped = name.replaceAll('$', String.raw`\$`);
  const lines = splitLines(text);
  const wholeName = String.raw`(?<![\p{L}\p{N}_$])${escaped}(?![\p{L}\p{N}_$])`;
  const definitionPattern = new RegExp(String.raw`(?:^|[^\p{L}\p{N}_$])(?:${definers})\s+${wholeName}`, 'u');
  const assignmentPattern = new RegExp(String.raw`^\s*${wholeName}\s*(?::=|[:=](?!=))`, 'u');
  const nameLine = findFirstLine(lines, definitionPattern) ?? findFirstLine(lines, assignmentPattern);
  return nameLine === undefined ? undefined : { nameLine, lastLine: findLastLine(lines, nameLine) };
}

function findFirstLine(lines: readonly string[], pattern: RegExp): number | undefined {
  const index = lines.findIndex((line) => pattern.test(line));
  return index < 0 ? undefined : index;
}

/** Returns the last line with deeper indentation, or the closing bracket after it. */
function findLastLine(lines: readonly string[], nameLine: number): number {
  const depth = measureIndentation(lines[nameLine] ?? '');
  let last = nameLine;
  for (let at = nameLine + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const isClosing = measureIndentation(line) === depth && /^\s*[)\]}]/.test(line);
    if (measureIndentation(line) <= depth && !isClosing) break;
    last = at;
  }
  return last;
}

function measureIndentation(line: string): number {
  return line.length - line.trimStart().length;
}
