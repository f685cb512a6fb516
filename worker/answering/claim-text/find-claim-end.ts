/**
 * Finds where a streamed claim ends, including the citations that follow it. An end is reported only if no further
 * text can move it.
 */

/** Longest claim, in UTF-16 units; what is longer is cut, so that no text costs more than its length to read. */
export const maxClaim = 4_000;
/** Longest quotation; a mark that is not closed so soon opens none. */
const maxQuotation = 600;

const cited = String.raw`\[chunk:[A-Za-z0-9_-]{1,40}\]`;
const citedInPart = String.raw`\[(?:c(?:h(?:u(?:n(?:k(?::[A-Za-z0-9_-]{0,40})?)?)?)?)?)?`;
const mark = String.raw`(?:[-*+>]|\d{1,9}[.)])`;

export const anyCitation = new RegExp(cited);
/** Its marks, and the end of the line that opens it. */
const fence = /^(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*(\n|$)/;
/** What begins a claim of its own on a new line. */
const newBlock = /^[ \t]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|```|~~~)/;
/** Words whose full stop ends no sentence, and the number of a list item. */
const notAnEnd = /(?:\b(?:e\.g|i\.e|etc|cf|vs|no|approx)|(?:^|\n)[ \t]*\d{1,9})\.$/i;

const endsCited = new RegExp(String.raw`${cited}[.!?。！？]?$`);

/** Whether a text ends with what a claim cites, outside of code and quotations that are still open: there a citation is none. */
export function endsWithCitation(text: string): boolean {
  if (!endsCited.test(text)) return false;
  const fenceless = text.replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\1[`~]*[ \t]*$/gm, '');
  if (/^[ \t]*(?:```|~~~)/m.test(fenceless)) return false;
  const prose = fenceless.replace(/(`+)[^`]+\1|“[^”]*”/g, '');
  return !/[`“]/.test(prose);
}

/** Where a text that is as long as a claim may be is cut: before a citation it would break, or after a word. */
export function cutPlace(text: string): number | undefined {
  if (text.length < maxClaim) return undefined;
  const citation = text.search(/\[[\w:-]{0,50}$/);
  if (citation > 0) return citation;
  const blank = text.search(/\s\S*$/);
  if (blank * 2 > text.length) return blank + 1;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** Where a heading ends: with its line. Undefined while more text could still belong to it. */
export function endOfHeading(text: string, final: boolean): number | undefined {
  const end = text.indexOf('\n');
  if (end >= 0) return end + 1;
  return final ? text.length : undefined;
}

const alone = new RegExp(String.raw`^\s*(?:${mark}[ \t]+)*(?:${cited}[ \t,;]*)+[.!?。！？]?[ \t]*(?:\n|$)`);
const maybeAlone = new RegExp(
  String.raw`^\s*(?:${mark}[ \t]+)*(?:[-*+>]|\d{1,9}[.)]?|(?:${cited}[ \t,;]*)*(?:${citedInPart}|[.!?。！？]?[ \t]*))?$`,
);

/**
 * Citations alone in their lines, as a paragraph or an item of their own, belong to the claim before them.
 * @param from where that ends
 * @returns where it ends with them; undefined while more text could still belong to them
 */
export function endOfCitationsAlone(text: string, from: number, final: boolean): number | undefined {
  for (let end = from; ;) {
    const rest = text.slice(end);
    const found = alone.exec(rest)?.[0];
    if (!final && (found === undefined ? maybeAlone.test(rest) : !found.endsWith('\n'))) return undefined;
    if (found === undefined) return end;
    end += found.length;
  }
}

/** Where the first claim of a text ends; undefined while more text could still belong to it. */
export function endOfClaim(text: string, final: boolean): number | undefined {
  const opened = fence.exec(text);
  if (opened !== null) {
    const [whole, mark = '', isOpen] = opened;
    if (isOpen === '\n') return endOfFence(text, { from: whole.length - 1, mark }, final);
    return final ? text.length : undefined;
  }
  const whole = final && text !== '' ? text.length : undefined;
  const code = createFinder(text, '`');
  const quotation = createFinder(text, '”');
  /** No block begins before this place. */
  let clear = 0;
  let undecided: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isCode = character === '`';
    const opens = isCode || character === '“';
    const close = opens ? (isCode ? code : quotation)(at + 1) : at;
    const limit = opens ? (isCode ? text.length : at + maxQuotation) : at;
    const until = Math.min(close, limit) + 1;
    const block = endOfBlock(text, Math.max(clear, at), until);
    if (block !== undefined) return block;
    clear = Math.max(clear, until);
    if (opens && close <= limit) at = close;
    else if (opens && (text.length <= limit || (undecided ??= undecidedBreak(text)) <= limit)) return whole;
    else if (isSentenceEnd(text, at)) return afterCitations(text, at + 1, final);
  }
  return whole;
}

/** Where a blank line or a new block, whose line break stands from `from` to before `to`, ends what began. */
function endOfBlock(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to && at < text.length; at += 1) {
    if (text[at] !== '\n') continue;
    const rest = text.slice(at + 1);
    const blank = /^[ \t]*\n/.exec(rest);
    if (blank !== null) return at + 1 + blank[0].length;
    if (newBlock.test(rest)) return at + 1;
  }
  return undefined;
}

/** The last line break, where too little follows to tell whether a block begins there; `Infinity` where enough does. */
function undecidedBreak(text: string): number {
  const at = text.lastIndexOf('\n');
  return at >= 0 && /^[ \t]*\S{0,10}$/.test(text.slice(at + 1)) ? at : Infinity;
}

/** The next place of a mark from ever later places on, `Infinity` when there is none; the text is read once. */
function createFinder(text: string, mark: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = text.indexOf(mark, from);
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}

/** @param opened where the opening line ends, and what closes it */
function endOfFence(
  text: string,
  { from, mark }: { readonly from: number; readonly mark: string },
  final: boolean,
): number | undefined {
  // Nothing but white space stands behind the marks that close it.
  const close = new RegExp(`\\n[ \\t]*${mark}${mark.charAt(0)}*[ \\t]*(?=\\n|$)`).exec(text.slice(from));
  if (close === null) return final ? text.length : undefined;
  if (!final && from + close.index + close[0].length === text.length) return undefined;
  return afterCitations(text, from + close.index + close[0].length, final);
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if ('。！？'.includes(character)) return true;
  if (!'.!?'.includes(character) || !/^[\s[]?$/.test(text[at + 1] ?? '')) return false;
  return character !== '.' || !notAnEnd.test(text.slice(Math.max(0, at - 40), at + 1));
}

const citations = new RegExp(String.raw`^(?:[ \t]*(?:\n[ \t]*)?${cited})*`);
const partOfCitation = new RegExp(String.raw`^[ \t]*(?:\n[ \t]*)?(?:${citedInPart})?$`);

/** Citations that stand after the full stop, on its line or the next, belong to the sentence before it. */
function afterCitations(text: string, from: number, final: boolean): number | undefined {
  const end = from + (citations.exec(text.slice(from))?.[0].length ?? 0);
  const rest = text.slice(end);
  if (!final && partOfCitation.test(rest)) return undefined;
  return end + (/^[ \t]*\n?/.exec(rest)?.[0].length ?? 0);
}
