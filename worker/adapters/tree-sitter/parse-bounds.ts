/**
 * What is not parsed, though it is text: input on which the grammar's time or stack would not be bounded by its length.
 * No source written by a person, and hardly any written by a program, is near these bounds. They are counts and not
 * seconds: the clock of a Worker stands still while it computes, and the same text must always give the same chunks.
 */

import type { Node } from 'web-tree-sitter';

/** Deepest nesting of brackets. */
const maxBrackets = 500;
/** Longest stretch of ASCII punctuation, white space not counted: finding the next named node takes time in its square. */
const maxPunctuation = 2_000;
/** Most tokens without a name directly in one stretch the grammar could not read, for the same reason. */
const maxLooseTokens = 4_000;

/** Depth to which the query looks for definitions; each level costs time for every node in it. */
export const maxQueryDepth = 500;

/** In-progress matches a query may hold; beyond it tree-sitter drops the oldest instead of slowing down. */
export const maxQueryMatches = 16_384;

/** UTF-16 units handed to the parser at a time; its buffer holds 5,119. */
const readLength = 5_000;

/** The text as the parser reads it, and whether it has taken its share of work. */
interface BoundedInput {
  read(index: number): string;
  /** To be asked at every progress call: true to stop. */
  isSpent(): boolean;
  /** Ends the bounds: a query reads the text of nodes through the same function. */
  release(): void;
}

/**
 * Real sources take a progress call for some 140 units, the densest of 3,700 files one for 35. They are read less than
 * twice; again and again from the same place only where each of many openings (`/*`) has no end.
 */
export function boundInput(text: string): BoundedInput {
  let steps = 2_000 + text.length / 12;
  let reads = 200 + (text.length / readLength) * 20;
  return {
    read: (index) => (reads-- > 0 ? text.slice(index, index + readLength) : ''),
    isSpent: () => steps-- <= 0 || reads <= 0,
    release() {
      reads = Infinity;
    },
  };
}

export function isParsable(text: string): boolean {
  let depth = 0;
  let bare = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth += 1;
    else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth -= 1;
    bare = isPunctuation(code) ? bare + 1 : 0;
    if (depth > maxBrackets || bare > maxPunctuation) return false;
  }
  return true;
}

/** ASCII that is neither letter, digit, underscore nor quote. */
function isPunctuation(code: number): boolean {
  if (code >= 0x7f || code === 0x22 || code === 0x27 || code === 0x60 || code === 0x5f) return false;
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return !isDigit && !isLetter;
}

/** Whether the tree of a text with errors can be read in time. */
export function isReadable(root: Node): boolean {
  const open = root.hasError ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isError && node.childCount - node.namedChildCount > maxLooseTokens) return false;
    for (const child of node.children) if (child.hasError) open.push(child);
  }
  return true;
}

/** Characters that lie in what the grammar could not read. */
export function countErrors(root: Node): number {
  let characters = 0;
  const open = root.hasError ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isError || node.isMissing) characters += 1 + node.endIndex - node.startIndex;
    else for (const child of node.children) if (child.hasError) open.push(child);
  }
  return characters;
}
