/** Finds a local definition that the index has no symbol for, by its line and the indentation below it. */

import { splitLines } from '../../core/text/decode-text.ts';

interface NamedBlock {
  /** Lines of the text from 0: the one that names it, and the last one that belongs to it. */
  readonly nameLine: number;
  readonly lastLine: number;
}

const definers =
  'class|const|def|enum|fn|fun|func|function|interface|let|macro_rules!|mod|module|struct|trait|type|union|val|var';
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]{1,199}$/u;

/** @returns undefined where no line of the text defines it. */
export function findNamedBlock(text: string, name: string): NamedBlock | undefined {
  if (!identifier.test(name) || !text.includes(name)) return undefined;
  const escaped = name.replaceAll('$', String.raw`\$`);
  const lines = splitLines(text);
  const bound = String.raw`(?<![\p{L}\p{N}_$])${escaped}(?![\p{L}\p{N}_$])`;
  const defines = new RegExp(String.raw`(?:^|[^\p{L}\p{N}_$])(?:${definers})\s+${bound}`, 'u');
  const assigns = new RegExp(String.raw`^\s*${bound}\s*(?::=|[:=](?!=))`, 'u');
  const nameLine = firstOf(lines, defines) ?? firstOf(lines, assigns);
  return nameLine === undefined ? undefined : { nameLine, lastLine: lastOfBlock(lines, nameLine) };
}

function firstOf(lines: readonly string[], pattern: RegExp): number | undefined {
  const index = lines.findIndex((line) => pattern.test(line));
  return index < 0 ? undefined : index;
}

/** The last line indented deeper, with the bracket that closes it. */
function lastOfBlock(lines: readonly string[], nameLine: number): number {
  const depth = depthOf(lines[nameLine] ?? '');
  let last = nameLine;
  for (let at = nameLine + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const isClosing = depthOf(line) === depth && /^\s*[)\]}]/.test(line);
    if (depthOf(line) <= depth && !isClosing) break;
    last = at;
  }
  return last;
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
