/**
 * Finds where a streamed claim ends, including the citations that follow it. An end is reported only if no further
 * text can move it.
 */

/** In UTF-16 units. Longer claims are cut, so that reading takes linear time. */
export const maxClaimLength = 4_000;
/** In UTF-16 units. A mark that is not closed within this length opens no quotation. */
const maxQuotation = 600;

const cited = String.raw`\[chunk:[A-Za-z0-9_-]{1,40}\]`;
const partialCitation = String.raw`\[(?:c(?:h(?:u(?:n(?:k(?::[A-Za-z0-9_-]{0,40})?)?)?)?)?)?`;
const mark = String.raw`(?:[-*+>]|\d{1,9}[.)])`;

export const anyCitation = new RegExp(cited);
/** Captures the fence's marks and the end of its opening line. */
const fence = /^(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*(\n|$)/;
/** A line that may become an opening fence. */
const partialFence = /^(?:`{0,2}|~{0,2}|`{3,}[^`\n]*|~{3,}[^\n]*)$/;
/** Line starts that begin a new claim. */
const newBlock = /^[ \t]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||```|~~~)/;
/** Abbreviations and list numbers, whose full stop ends no sentence. */
const abbreviationEnd = /(?:\b(?:e\.g|i\.e|etc|cf|vs|no|approx)|(?:^|\n)[ \t]*\d{1,9})\.$/i;

const endingCitation = new RegExp(String.raw`${cited}\)?[.!?。！？]?$`);

/** Returns whether the text ends with a citation outside open code and quotations, where a citation does not count. */
export function endsWithCitation(text: string): boolean {
  if (!endingCitation.test(text)) return false;
  const fenceless = text.replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\1[`~]*[ \t]*$/gm, '');
  if (/^[ \t]*(?:```|~~~)/m.test(fenceless)) return false;
  const prose = fenceless.replace(/(`+)[^`]+\1|“[^”]*”/g, '');
  return !/[`“]/.test(prose);
}

/** Returns where to cut a text of maximum length: before a citation that the cut would split, or after a word. */
export function findCutPosition(text: string): number | undefined {
  if (text.length < maxClaimLength) return undefined;
  const citation = text.search(/\[[\w:-]{0,50}$/);
  if (citation > 0) return citation;
  const lastSpace = text.search(/\s\S*$/);
  if (lastSpace * 2 > text.length) return lastSpace + 1;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** Returns the end of a heading, which is the end of its line; undefined if more text could still belong to it. */
export function findHeadingEnd(text: string, isFinal: boolean): number | undefined {
  const end = text.indexOf('\n');
  if (end >= 0) return end + 1;
  return isFinal ? text.length : undefined;
}

const citationsOnly = new RegExp(
  String.raw`^\s*(?:${mark}[ \t]+)*(?:\(?${cited}\)?[ \t,;]*)+[.!?。！？]?[ \t]*(?:\n|$)`,
);
const maybeCitationsOnly = new RegExp(
  String.raw`^\s*(?:${mark}[ \t]+)*(?:[-*+>]|\d{1,9}[.)]?|(?:\(?${cited}\)?[ \t,;]*)*(?:\(?(?:${partialCitation})?|[.!?。！？]?[ \t]*))?$`,
);

/**
 * Lines, paragraphs or items that contain only citations belong to the claim before them.
 * @param from the end of that claim
 * @returns the end including those citations; undefined if more text could still belong to them
 */
export function findTrailingCitationsEnd(text: string, from: number, isFinal: boolean): number | undefined {
  for (let end = from; ;) {
    const rest = text.slice(end);
    const match = citationsOnly.exec(rest)?.[0];
    if (!isFinal && (match === undefined ? maybeCitationsOnly.test(rest) : !match.endsWith('\n')))
      return undefined;
    if (match === undefined) return end;
    end += match.length;
  }
}

/** Returns the end of the first claim; undefined if more text could still belong to it. */
export function findClaimEnd(text: string, isFinal: boolean): number | undefined {
  const fenceMatch = fence.exec(text);
  if (fenceMatch !== null) {
    const [whole, mark = '', isOpen] = fenceMatch;
    if (isOpen === '\n') return findFenceEnd(text, { from: whole.length - 1, mark }, isFinal);
    return isFinal ? text.length : undefined;
  }
  const finalEnd = isFinal && text !== '' ? text.length : undefined;
  const code = createFinder(text, '`');
  const quotation = createFinder(text, '”');
  /** No block begins before this offset. */
  let searchedUntil = 0;
  let undecided: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isCode = character === '`';
    const opens = isCode || character === '“';
    const close = opens ? (isCode ? code : quotation)(at + 1) : at;
    const limit = opens ? (isCode ? text.length : at + maxQuotation) : at;
    const until = Math.min(close, limit) + 1;
    if (character === '\n' && introducesBlock(text, at)) {
      const below = at + 1 + (/^[ \t]*\n/.exec(text.slice(at + 1))?.[0].length ?? 0);
      const opening = fence.exec(text.slice(below));
      if (opening?.[2] === '\n')
        return findFenceEnd(text, { from: below + opening[0].length - 1, mark: opening[1] ?? '' }, isFinal);
      if (!isFinal && (opening !== null || partialFence.test(text.slice(below)))) return undefined;
    }
    const block = findBlockEnd(text, Math.max(searchedUntil, at), until);
    if (block !== undefined) return block;
    searchedUntil = Math.max(searchedUntil, until);
    if (opens && close <= limit) {
      at = close;
      const end = isCode ? undefined : findEndAfterMarks(text, at - 1, isFinal);
      if (end !== undefined) return end === 'undecided' ? finalEnd : end;
    } else if (opens && (text.length <= limit || (undecided ??= findUndecidedBreak(text)) <= limit))
      return finalEnd;
    else if (isSentenceEnd(text, at)) return skipCitations(text, at + 1, isFinal);
    else {
      const end = findEndAfterMarks(text, at, isFinal);
      if (end !== undefined) return end === 'undecided' ? finalEnd : end;
    }
  }
  return finalEnd;
}

/** Returns whether the line before a line break ends with a colon. A code block below it, after at most one blank line, belongs to the same claim. */
function introducesBlock(text: string, at: number): boolean {
  return /:[*_]{0,3}[ \t]*$/.test(text.slice(Math.max(0, at - 20), at));
}

/** Returns the end of the block, if a blank line or new block follows a line break in `[from, to)`. */
function findBlockEnd(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to && at < text.length; at += 1) {
    if (text[at] !== '\n') continue;
    const rest = text.slice(at + 1);
    const blank = /^[ \t]*\n/.exec(rest);
    if (blank !== null) return at + 1 + blank[0].length;
    if (newBlock.test(rest)) return at + 1;
  }
  return undefined;
}

/** Returns the last line break if too little follows it to decide whether a block begins; else `Infinity`. */
function findUndecidedBreak(text: string): number {
  const at = text.lastIndexOf('\n');
  return at >= 0 && /^[ \t]*\S{0,10}$/.test(text.slice(at + 1)) ? at : Infinity;
}

/** Creates a search for the next mark, or `Infinity`. Queries must ascend, so that the text is read only once. */
function createFinder(text: string, mark: string): (from: number) => number {
  let match = -1;
  return (from) => {
    if (match < from) {
      const next = text.indexOf(mark, from);
      match = next < 0 ? Infinity : next;
    }
    return match;
  };
}

/** `from` is the end of the opening line; `mark` closes the fence. */
function findFenceEnd(
  text: string,
  { from, mark }: { readonly from: number; readonly mark: string },
  isFinal: boolean,
): number | undefined {
  // Only white space may follow the closing marks.
  const close = new RegExp(`\\n[ \\t]*${mark}${mark.charAt(0)}*[ \\t]*(?=\\n|$)`).exec(text.slice(from));
  if (close === null) return isFinal ? text.length : undefined;
  if (!isFinal && from + close.index + close[0].length === text.length) return undefined;
  return skipCitations(text, from + close.index + close[0].length, isFinal);
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if ('。！？'.includes(character)) return true;
  if (!'.!?'.includes(character) || !/^[\s[]?$/.test(text[at + 1] ?? '')) return false;
  return character !== '.' || !abbreviationEnd.test(text.slice(Math.max(0, at - 40), at + 1));
}

const closingMarks = /^[”"’)*_]{1,4}/;
/** What continues a sentence after a citation. */
const continuation = /^[\p{Ll},;:.!?)\]—–-]/u;

/**
 * A stop before a closing mark, as in `“Never.” [chunk:e1]`, ends the sentence only if citations and a new beginning follow the mark.
 * @param stop the offset of the character before the marks
 * @returns `undecided` if only more text can decide; undefined if the sentence does not end there
 */
function findEndAfterMarks(text: string, stop: number, isFinal: boolean): number | 'undecided' | undefined {
  if (!'.!?。！？'.includes(text[stop] ?? ' ')) return undefined;
  const marks = closingMarks.exec(text.slice(stop + 1))?.[0];
  if (marks === undefined) return undefined;
  const from = stop + 1 + marks.length;
  const end = findCitationsEnd(text, from);
  const rest = text.slice(end);
  const isEndOfBlock = /^[ \t]*\n[ \t]*\n/.test(rest);
  if (!isFinal && !isEndOfBlock && (possibleCitation.test(rest) || rest.trim() === '')) return 'undecided';
  if (end === from || (continuation.test(rest.trimStart()) && !newBlock.test(rest.trimStart())))
    return undefined;
  return end + (/^[ \t]*\n?/.exec(rest)?.[0].length ?? 0);
}

/** One citation or several, in parentheses or not. */
const citationGroup = String.raw`\(?${cited}(?:[ \t]*[,;]?[ \t]*${cited})*\)?`;
const citations = new RegExp(String.raw`^(?:[ \t]*(?:\n[ \t]*)?${citationGroup})*`);
const possibleCitation = new RegExp(
  String.raw`^(?:[ \t]*[,;]?[ \t]*|[ \t]*\n[ \t]*)\(?(?:${partialCitation})?$`,
);

function findCitationsEnd(text: string, from: number): number {
  return from + (citations.exec(text.slice(from))?.[0].length ?? 0);
}

/** Citations after the full stop, on its line or the next, belong to the sentence before it. */
function skipCitations(text: string, from: number, isFinal: boolean): number | undefined {
  const end = findCitationsEnd(text, from);
  const rest = text.slice(end);
  if (!isFinal && possibleCitation.test(rest)) return undefined;
  return end + (/^[ \t]*\n?/.exec(rest)?.[0].length ?? 0);
}
