/**
 * Sanitizes code in a model's Markdown. Fences move to the line start, outside lists, so that every parser agrees
 * where they end.
 */

import type { Fence, SanitizedPiece, ReadPosition } from './sanitized-piece.ts';

/** A longer line opens no fence. */
const maxOpeningLength = 200;
/** Longer inline code is read as plain text. */
const maxInlineCodeLength = 400;
const opening = /([ \t]{0,40})(`{3,}|~{3,})([^\n]*)/y;
const maybeOpening = /[ \t]{0,40}(?:`{0,}|~{0,})$/y;
const listMark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;

/**
 * Reads a fence's opening line at a line start or directly after list markers.
 * @returns undefined if no fence opens here; `wait` if more text is needed to decide
 */
export function readFence({ text, at, isWhole, line }: ReadPosition): SanitizedPiece | 'wait' | undefined {
  if (!listMark.test(line) || (line !== '' && !/[`~]/.test(text[at] ?? ''))) return undefined;
  const window = text.slice(at, at + maxOpeningLength);
  const canContinue = !isWhole && window.length < maxOpeningLength;
  maybeOpening.lastIndex = 0;
  if (canContinue && maybeOpening.test(window)) return 'wait';
  opening.lastIndex = 0;
  const [whole, indent = '', mark = '', info = ''] = opening.exec(window) ?? [];
  if (whole === undefined) return undefined;
  const isOpening = mark.startsWith('~') || !info.includes('`');
  const endsLine = window[whole.length] === '\n';
  if (isOpening && !endsLine && canContinue) return 'wait';
  if (isOpening && (endsLine || (isWhole && window.length < maxOpeningLength))) {
    const opens: Fence = { mark, indent: line.length + indent.length };
    const output = `${line === '' ? '' : '\n'}${mark}${info}\n`;
    return { length: whole.length + (endsLine ? 1 : 0), output, opens };
  }
  return mark.startsWith('~')
    ? { length: indent.length + mark.length, output: indent + '&#126;'.repeat(mark.length) }
    : undefined;
}

/** Only white space or citations may follow the marks that close a fence; the citations move below it. */
const closing = /^[ \t]*(`+|~+)[ \t]*(?=(?:\[(?:chunk|e\d)[^\]\n]{0,60}\][ \t.,;]*)*(?:\n|$))\n?/;
const maybeClosing = /^[ \t]*(?:`*|~*|(?:`+|~+)[ \t]*(?:\[[^\]\n]{0,66}\]?[ \t.,;]*)*)$/;

/**
 * Reads within a fence: its closing line, the start of a line, or the rest of a line.
 * @returns undefined if more text is needed
 */
export function readCode(
  { text, at, isWhole, last }: ReadPosition,
  { mark, indent }: Fence,
): SanitizedPiece | undefined {
  if (last !== '\n') return readLineRest(text, at);
  const window = text.slice(at, at + maxOpeningLength);
  const end = closing.exec(window);
  const isEnd = end?.[1]?.startsWith(mark) === true;
  const canContinue = !isWhole && window.length < maxOpeningLength;
  if (canContinue && maybeClosing.test(window)) return undefined;
  if (end !== null && isEnd) return { length: end[0].length, output: `${end[1] ?? mark}\n`, closes: true };
  const white = /^[ \t]*/.exec(window)?.[0].slice(0, indent).length ?? 0;
  const rest = readLineRest(text, at + white);
  // The indent and the rest are one piece: a piece with empty output would keep the reader at the line start.
  return { length: white + rest.length, output: rest.output };
}

function readLineRest(text: string, at: number): SanitizedPiece {
  const end = text.indexOf('\n', at);
  const length = (end < 0 ? text.length : end + 1) - at;
  return { length, output: text.slice(at, at + length) };
}

/**
 * Reads inline code that closes on the same line, or escapes back-ticks that open no code.
 * @returns undefined if more text is needed
 */
export function readInlineCode({
  text,
  at,
  isWhole,
  last,
  line,
  isTable,
}: ReadPosition): SanitizedPiece | undefined {
  const window = text.slice(at, at + maxInlineCodeLength);
  const canContinue = !isWhole && window.length < maxInlineCodeLength;
  const mark = /^`+/.exec(window)?.[0] ?? '';
  if (mark.length === window.length && canContinue) return undefined;
  const runs = /`+|\n/g;
  runs.lastIndex = mark.length;
  for (let run = runs.exec(window); run !== null && run[0] !== '\n'; run = runs.exec(window)) {
    const end = run.index + run[0].length;
    // More back-ticks may follow after the window.
    if (end === window.length && canContinue) return undefined;
    if (end === maxInlineCodeLength) return escapeBackTicks(mark);
    if (run[0].length !== mark.length) continue;
    const code = escapePipesInTable(window.slice(0, end), {
      after: window.slice(end),
      isRow: isTable || /^[ \t>]*\|/.test(line),
      canContinue,
      isWindowFull: window.length === maxInlineCodeLength,
    });
    // A preceding back-tick would lengthen the opening mark, and a preceding backslash would escape it.
    const separator = last === '`' || last === '\\' ? ' ' : '';
    return code === undefined ? undefined : { length: end, output: separator + code };
  }
  const hasLineEnd = window.includes('\n');
  return canContinue && !hasLineEnd ? undefined : escapeBackTicks(mark);
}

function escapeBackTicks(mark: string): SanitizedPiece {
  return { length: mark.length, output: '&#96;'.repeat(mark.length) };
}

/** Text that a client could turn into a link or element outside of code. */
const linkLike = /\]\s*\(|<[A-Za-z/!?]|:\/\/|www\.|@|&/i;

/**
 * Escapes pipes in code that may be in a table row. An unescaped pipe splits the cell even within code, and the
 * pieces are no longer code.
 * @returns undefined until it is known whether the code is in a table
 */
function escapePipesInTable(
  code: string,
  context: {
    /** The text after the code, on its line and below. */
    readonly after: string;
    readonly isRow: boolean;
    readonly canContinue: boolean;
    readonly isWindowFull: boolean;
  },
): string | undefined {
  if (!code.includes('|') || !linkLike.test(code)) return code;
  const below = /^[^\n]*\n[ \t>]*([^ \t>])/.exec(context.after)?.[1];
  if (!context.isRow && below === undefined && context.canContinue) return undefined;
  const isHead = below === undefined ? context.isWindowFull : /[|:-]/.test(below);
  if (!context.isRow && !isHead) return code;
  return code.replace(/(\\*)\|/g, (bar, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\|` : bar,
  );
}
