/**
 * The identifier under the pointer in a viewer's code, or where the selection stands: which line, which word, and where it is
 * on the screen. Lines are found by the `data-line` the viewer gives them.
 */
import { wordAt } from './word-at.ts';

interface CodeWord {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** On the screen, in pixels. */
  readonly box: { readonly left: number; readonly top: number; readonly bottom: number };
}

/** Null beside the code, behind the end of a line, and on what is no name. */
export function wordAtPoint({ clientX, clientY }: { clientX: number; clientY: number }): CodeWord | null {
  const caret = document.caretPositionFromPoint?.(clientX, clientY) ?? caretOfRange(clientX, clientY);
  if (caret === null) return null;
  const found = wordAtCaret(caret.offsetNode, caret.offset);
  if (found === null) return null;
  // The caret nearest to a point may be far from it.
  const slack = 2;
  const isUnder = [...found.range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left - slack &&
      clientX <= right + slack &&
      clientY >= top - slack &&
      clientY <= bottom + slack,
  );
  return isUnder ? found.word : null;
}

/** The word last clicked or selected within an element. */
export function wordAtSelection(within: Element): CodeWord | null {
  const selection = getSelection();
  const node = selection?.focusNode ?? null;
  if (selection === null || node === null || !within.contains(node)) return null;
  return wordAtCaret(node, selection.focusOffset)?.word ?? null;
}

/** Where `caretPositionFromPoint` is not known yet. */
function caretOfRange(x: number, y: number): { offsetNode: Node; offset: number } | null {
  const range = document.caretRangeFromPoint(x, y);
  return range === null ? null : { offsetNode: range.startContainer, offset: range.startOffset };
}

function wordAtCaret(node: Node, offset: number): { word: CodeWord; range: Range } | null {
  const element = node instanceof Element ? node : node.parentElement;
  const text = element?.closest('[data-line] .text');
  const line = Number(text?.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? 0);
  if (!text || line < 1) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(node, offset);
  const found = wordAt(text.textContent ?? '', before.toString().length);
  if (found === null) return null;
  const range = rangeIn(text, found.start, found.end);
  const { left, top, bottom } = range.getBoundingClientRect();
  return { word: { name: found.name, line, box: { left, top, bottom } }, range };
}

/** Offsets of an element's whole text, though pieces of it lie in elements of their own. */
function rangeIn(element: Element, start: number, end: number): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (start >= at && start < at + length) range.setStart(node, start - at);
    if (end > at && end <= at + length) {
      range.setEnd(node, end - at);
      break;
    }
    at += length;
  }
  return range;
}
