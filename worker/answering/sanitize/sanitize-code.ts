/**
 * Sanitizes code in a model's Markdown. Fences move to the line start, outside lists, so that every parser agrees
 * where they end.
 */

import type { Piece, Reading } from './sanitize-text.ts';

export interface Fence {
  /** Back-ticks or tildes. */
  readonly mark: string;
  /** Columns it was moved to the left by, and its lines with it. */
  readonly indent: number;
}

/** Longest line that opens a fence, and longest code within a line; what is longer is none. */
const longestOpening = 200;
const longestSpan = 400;
const opening = /([ \t]{0,40})(`{3,}|~{3,})([^\n]*)/y;
const maybeOpening = /[ \t]{0,40}(?:`{0,}|~{0,})$/y;
const listMark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;

/** Where a line begins, or goes on after a list's mark alone. @returns undefined where no fence opens */
export function readFence({ text, at, isWhole, line }: Reading): Piece | 'wait' | undefined {
  if (!listMark.test(line) || (line !== '' && !/[`~]/.test(text[at] ?? ''))) return undefined;
  const window = text.slice(at, at + longestOpening);
  const mayGoOn = !isWhole && window.length < longestOpening;
  maybeOpening.lastIndex = 0;
  if (mayGoOn && maybeOpening.test(window)) return 'wait';
  opening.lastIndex = 0;
  const [whole, indent = '', mark = '', info = ''] = opening.exec(window) ?? [];
  if (whole === undefined) return undefined;
  const isOpening = mark.startsWith('~') || !info.includes('`');
  const endsLine = window[whole.length] === '\n';
  if (isOpening && !endsLine && mayGoOn) return 'wait';
  if (isOpening && (endsLine || (isWhole && window.length < longestOpening))) {
    const opens: Fence = { mark, indent: line.length + indent.length };
    const give = `${line === '' ? '' : '\n'}${mark}${info}\n`;
    return { length: whole.length + (endsLine ? 1 : 0), give, opens };
  }
  return mark.startsWith('~')
    ? { length: indent.length + mark.length, give: indent + '&#126;'.repeat(mark.length) }
    : undefined;
}

/** What may stand behind the marks that close a fence, while it comes: white space, or citations, which belong below it. */
const closing = /^[ \t]*(`+|~+)[ \t]*(?=(?:\[(?:chunk|e\d)[^\]\n]{0,60}\][ \t.,;]*)*(?:\n|$))\n?/;
const maybeClosing = /^[ \t]*(?:`*|~*|(?:`+|~+)[ \t]*(?:\[[^\]\n]{0,66}\]?[ \t.,;]*)*)$/;

/** Within a fence: its end, the beginning of a line, or the rest of one. */
export function readCode({ text, at, isWhole, last }: Reading, { mark, indent }: Fence): Piece | undefined {
  if (last !== '\n') return restOfLine(text, at);
  const window = text.slice(at, at + longestOpening);
  const end = closing.exec(window);
  const isEnd = end?.[1]?.startsWith(mark) === true;
  const mayGoOn = !isWhole && window.length < longestOpening;
  if (mayGoOn && maybeClosing.test(window)) return undefined;
  if (end !== null && isEnd) return { length: end[0].length, give: `${end[1] ?? mark}\n`, closes: true };
  const white = /^[ \t]*/.exec(window)?.[0].slice(0, indent).length ?? 0;
  const rest = restOfLine(text, at + white);
  // An empty piece would leave the line at its beginning, and its next letters to be read as one.
  return { length: white + rest.length, give: rest.give };
}

function restOfLine(text: string, at: number): Piece {
  const end = text.indexOf('\n', at);
  const length = (end < 0 ? text.length : end + 1) - at;
  return { length, give: text.slice(at, at + length) };
}

/** At a back-tick: code up to as many of them on the same line, or marks that open none. */
export function readSpan({ text, at, isWhole, last, line, isTable }: Reading): Piece | undefined {
  const window = text.slice(at, at + longestSpan);
  const mayGoOn = !isWhole && window.length < longestSpan;
  const mark = /^`+/.exec(window)?.[0] ?? '';
  if (mark.length === window.length && mayGoOn) return undefined;
  const runs = /`+|\n/g;
  runs.lastIndex = mark.length;
  for (let run = runs.exec(window); run !== null && run[0] !== '\n'; run = runs.exec(window)) {
    const end = run.index + run[0].length;
    // Where the window ends more back-ticks may follow.
    if (end === window.length && mayGoOn) return undefined;
    if (end === longestSpan) return literal(mark);
    if (run[0].length !== mark.length) continue;
    const code = spanInTable(window.slice(0, end), {
      after: window.slice(end),
      isRow: isTable || /^[ \t>]*\|/.test(line),
      mayGoOn,
      isCut: window.length === longestSpan,
    });
    // Beside another back-tick it would be one mark with it; behind a backslash, none.
    const apart = last === '`' || last === '\\' ? ' ' : '';
    return code === undefined ? undefined : { length: end, give: apart + code };
  }
  const hasEnded = window.includes('\n');
  return mayGoOn && !hasEnded ? undefined : literal(mark);
}

function literal(mark: string): Piece {
  return { length: mark.length, give: '&#96;'.repeat(mark.length) };
}

const couldBeFollowed = /\]\s*\(|<[A-Za-z/!?]|:\/\/|www\.|@|&/i;

/**
 * A bar parts the cells of a table even within code, unless it stands behind a backslash; what is parted is code no more.
 * @returns undefined while it cannot be told whether it stands in a table
 */
function spanInTable(
  code: string,
  told: {
    /** What follows on its line and below. */
    readonly after: string;
    readonly isRow: boolean;
    readonly mayGoOn: boolean;
    readonly isCut: boolean;
  },
): string | undefined {
  if (!code.includes('|') || !couldBeFollowed.test(code)) return code;
  const below = /^[^\n]*\n[ \t>]*([^ \t>])/.exec(told.after)?.[1];
  if (!told.isRow && below === undefined && told.mayGoOn) return undefined;
  const isHead = below === undefined ? told.isCut : /[|:-]/.test(below);
  if (!told.isRow && !isHead) return code;
  return code.replace(/(\\*)\|/g, (bar, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\|` : bar,
  );
}
