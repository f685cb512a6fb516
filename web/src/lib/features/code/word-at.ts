/**
 * Finds identifiers in a line, at an offset, under the pointer, or at the selection. Identifiers consist of letters and digits of any
 * script, `_` and `$`. The viewer's `data-line` attribute identifies a line.
 */
import { lineSpans, type PackedLine } from './line-spans.ts';
import type { TokenKind } from './token-kinds.ts';

interface LineWord {
  readonly name: string;
  /** Offsets in UTF-16, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Longer names are ignored. */
const maxLength = 200;
const identifier = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;

/** The identifiers of a line, in order. The limit only matters for very long lines. */
export function findWords(line: string, max = 1000): readonly LineWord[] {
  const words: LineWord[] = [];
  for (const { 0: name, index } of line.matchAll(identifier)) {
    if (words.length >= max) break;
    if (name.length <= maxLength) words.push({ name, start: index, end: index + name.length });
  }
  return words;
}

/** The word that contains an offset or ends at it; null for none. */
export function wordAt(line: string, offset: number): LineWord | null {
  const start = Math.max(0, offset - maxLength);
  const words = findWords(line.slice(start, offset + maxLength)).map((word) => shiftWord(word, start));
  return (
    words.find((word) => word.start <= offset && offset < word.end) ??
    words.find((word) => word.end === offset) ??
    null
  );
}

function shiftWord({ name, start, end }: LineWord, offset: number): LineWord {
  return { name, start: start + offset, end: end + offset };
}

/** A position on the screen, in pixels. */
export interface WordBox {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export interface CodeWord {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly box: WordBox;
  readonly range: Range;
}

/** Words of these kinds of token name nothing that is defined in code. */
const notNameKinds = ['comment', 'keyword', 'string'] as const satisfies readonly TokenKind[];
const notNames = notNameKinds.map((kind) => `.tok-${kind}`).join(',');
/** Values of languages, which a highlighter shows like other constants. */
const languageValue = /^(?:true|false|null|undefined|nil|none|nan|infinity|self|this|super)$/i;

/** The names on a line, in order: identifiers that are neither keywords nor within strings or comments. */
export function findNames(line: string, packedLine: PackedLine | undefined, max: number): readonly string[] {
  const names = new Set<string>();
  for (const { text, kind } of lineSpans(line, packedLine)) {
    const isName = !notNameKinds.some((notName) => notName === kind);
    if (isName) for (const { name } of findWords(text, max)) if (!languageValue.test(name)) names.add(name);
  }
  return [...names].slice(0, max);
}

/** @returns null outside the code, after the end of a line, and on anything that is not a name */
export function wordAtPoint({ clientX, clientY }: { clientX: number; clientY: number }): CodeWord | null {
  const caret = document.caretPositionFromPoint?.(clientX, clientY) ?? caretFromRange(clientX, clientY);
  if (caret === null) return null;
  const match = wordAtCaret(caret.offsetNode, caret.offset);
  if (match === null) return null;
  // The nearest caret position may be far from the point.
  const tolerance = 2;
  const isInWord = [...match.range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left - tolerance &&
      clientX <= right + tolerance &&
      clientY >= top - tolerance &&
      clientY <= bottom + tolerance,
  );
  return isInWord ? match : null;
}

/** The word at the cursor or selection within an element. */
export function wordAtSelection(container: Element): CodeWord | null {
  const selection = getSelection();
  const node = selection?.focusNode ?? null;
  if (selection === null || node === null || !container.contains(node)) return null;
  return wordAtCaret(node, selection.focusOffset);
}

/** For browsers without `caretPositionFromPoint`. */
function caretFromRange(x: number, y: number): { offsetNode: Node; offset: number } | null {
  const range = document.caretRangeFromPoint(x, y);
  return range === null ? null : { offsetNode: range.startContainer, offset: range.startOffset };
}

function wordAtCaret(node: Node, offset: number): CodeWord | null {
  const element = node instanceof Element ? node : node.parentElement;
  if (element?.closest(notNames)) return null;
  const text = element?.closest('[data-line] .text');
  const line = Number(text?.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? 0);
  if (!text || line < 1) return null;
  const textBefore = document.createRange();
  textBefore.setStart(text, 0);
  textBefore.setEnd(node, offset);
  const word = wordAt(text.textContent ?? '', textBefore.toString().length);
  if (word === null || languageValue.test(word.name)) return null;
  const range = createTextRange(text, word.start, word.end);
  const { left, top, bottom } = range.getBoundingClientRect();
  return { name: word.name, line, box: { left, top, bottom }, range };
}

/** Creates a range from offsets in an element's text, which may be spread over nested elements. */
function createTextRange(element: Element, start: number, end: number): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let position = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (start >= position && start < position + length) range.setStart(node, start - position);
    if (end > position && end <= position + length) {
      range.setEnd(node, end - position);
      break;
    }
    position += length;
  }
  return range;
}
