/**
 * Limits the work for input that would take the grammar more than linear time or exhaust its stack. Hand-written sources, and almost all generated
 * ones, stay far below the limits. The limits are counts instead of times, because a Worker's clock does not advance during computation, and the
 * same text must always produce the same chunks.
 */

import type { Node } from 'web-tree-sitter';

/** Maximum nesting of brackets. */
const maxBrackets = 500;
/** Maximum run of ASCII punctuation, ignoring whitespace. Finding the next named node takes quadratic time in the length of such a run. */
const maxPunctuation = 2_000;
/** Maximum anonymous tokens directly in one error node, for the same reason. */
const maxAnonymousTokens = 4_000;

/** Maximum depth at which the query starts matches. Each level costs time for every node in it. */
export const maxQueryDepth = 500;

/** Maximum in-progress matches of a query. Beyond it, tree-sitter drops the oldest instead of slowing down. */
export const maxQueryMatches = 16_384;

/** How many UTF-16 units the parser receives at a time. Its buffer has room for 5,119. */
const readLength = 5_000;

/** Input for the parser that limits its work. */
interface BoundedInput {
  read(index: number): string;
  /** The progress callback; true stops the parser. */
  isExhausted(): boolean;
  /** Lifts the limits, because a query reads the text of nodes through the same function. */
  release(): void;
}

/**
 * Limits the progress calls and the reads. Real sources cause one progress call per 140 units (the densest of 3,700 files one per 35), and are read less than twice. The parser reads the same
 * position repeatedly only if many openings (`/*`) have no end.
 */
export function boundInput(text: string): BoundedInput {
  let remainingSteps = 2_000 + text.length / 12;
  let remainingReads = 200 + (text.length / readLength) * 20;
  return {
    read: (index) => (remainingReads-- > 0 ? text.slice(index, index + readLength) : ''),
    isExhausted: () => remainingSteps-- <= 0 || remainingReads <= 0,
    release() {
      remainingReads = Infinity;
    },
  };
}

export function isParsable(text: string): boolean {
  let depth = 0;
  let punctuationRun = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20) continue;
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth += 1;
    else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth -= 1;
    punctuationRun = isPunctuation(code) ? punctuationRun + 1 : 0;
    if (depth > maxBrackets || punctuationRun > maxPunctuation) return false;
  }
  return true;
}

/** Whether a character is ASCII, but not a letter, digit, underscore or quote. */
function isPunctuation(code: number): boolean {
  if (code >= 0x7f || code === 0x22 || code === 0x27 || code === 0x60 || code === 0x5f) return false;
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return !isDigit && !isLetter;
}

/** Whether a tree with errors can be read in bounded time. */
export function isReadable(root: Node): boolean {
  const pending = root.hasError ? [root] : [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.isError && node.childCount - node.namedChildCount > maxAnonymousTokens) return false;
    for (const child of node.children) if (child.hasError) pending.push(child);
  }
  return true;
}

/** Counts the characters in error nodes. */
export function countErrors(root: Node): number {
  let characters = 0;
  for (const node of errorNodes(root)) characters += 1 + node.endIndex - node.startIndex;
  return characters;
}

/**
 * Whether errors may hide code: characters are in no node, or a bracket is missing, so that members may be outside of their class. Any other missing
 * token, such as a semicolon after a macro or the line feed after the last directive, hides nothing.
 */
export function losesCode(root: Node): boolean {
  for (const node of errorNodes(root)) if (node.isError || /^[()[\]{}]$/.test(node.type)) return true;
  return false;
}

/** Error nodes and missing nodes, without those inside of error nodes. */
function* errorNodes(root: Node): Generator<Node> {
  const pending = root.hasError ? [root] : [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.isError || node.isMissing) yield node;
    else for (const child of node.children) if (child.hasError) pending.push(child);
  }
}
