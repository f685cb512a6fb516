/** Finds where a file raises, throws or returns errors. Only the parts of the syntax tree that contain one of the words are read. */

import type { SyntaxNode, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { readRaisedNames, type RaisedName } from './raised-names.ts';
import { raiseRules, type RaiseRule } from './raise-rules.ts';

export interface RaiseSite {
  /** UTF-16 offset of the word: `raise`, `throw`, `Err`. */
  readonly start: number;
  /** What it may raise; empty if the expression names nothing, as in a bare `raise`. */
  readonly names: readonly RaisedName[];
  /** It is listed only for a name that it raises, because it may raise nothing. */
  readonly needsName: boolean;
}

export function findRaises(
  text: string,
  language: string,
  tree: Pick<SyntaxTree, 'root' | 'comments' | 'definitions'>,
): readonly RaiseSite[] {
  const defined = new Set(tree.definitions.map(({ name }) => name));
  // A method named `fail` is called in its file instead of the built-in one.
  const rules = raiseRules(language).filter(({ word }) => !defined.has(word));
  const offsets = findWords(text, rules);
  const sites: RaiseSite[] = [];
  visit(tree.root, [...offsets.keys()], (node, children, start) => {
    const rule = offsets.get(start);
    const expression = rule && raisedRange(text, { node, children, rule, start });
    if (rule === undefined || expression === undefined) return false;
    const visible = blankStringsAndComments(text, expression, tree.comments);
    sites.push({
      start,
      names: readRaisedNames(visible, rule.form),
      needsName: rule.needsName === true,
    });
    return true;
  });
  return sites.toSorted((a, b) => a.start - b.start);
}

function findWords(text: string, rules: readonly RaiseRule[]): ReadonlyMap<number, RaiseRule> {
  const found = new Map<number, RaiseRule>();
  for (const rule of rules)
    for (const { index } of text.matchAll(
      new RegExp(`(?<![\\p{L}\\p{N}_$@])${rule.word}(?![\\p{L}\\p{N}_$])`, 'gu'),
    ))
      found.set(index, rule);
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

/** Calls `accept` with each node and each offset in it, outer nodes first, until it accepts the offset. */
function visit(
  node: SyntaxNode,
  offsets: readonly number[],
  accept: (node: SyntaxNode, children: readonly SyntaxNode[], offset: number) => boolean,
): void {
  if (offsets.length === 0) return;
  const children = node.children();
  const open = offsets.filter((offset) => !accept(node, children, offset));
  let at = 0;
  for (const child of children) {
    const inside: number[] = [];
    while (at < open.length && (open[at] ?? 0) < child.start) at += 1;
    while (at < open.length && (open[at] ?? 0) < child.end) inside.push(open[at++] ?? 0);
    visit(child, inside, accept);
  }
}

/** The range of the raised expression; undefined if the node raises nothing at this word. */
function raisedRange(
  text: string,
  {
    node,
    children,
    rule,
    start,
  }: {
    readonly node: SyntaxNode;
    readonly children: readonly SyntaxNode[];
    readonly rule: RaiseRule;
    readonly start: number;
  },
): SyntaxRange | undefined {
  if (!rule.nodes.includes(node.kind)) return undefined;
  const end = start + rule.word.length;
  if (rule.form !== 'call') {
    // A bare Ruby `raise` is an identifier; after a dot or `def` it is another method.
    const isMethod =
      node.kind === 'identifier' && /(?:\.|\bdef|&:?|:)\s*$/.test(text.slice(Math.max(0, start - 8), start));
    return node.start === start && !isMethod ? { start: end, end: node.end } : undefined;
  }
  const [called] = children;
  return called?.end === end && called.start <= start ? { start: end, end: node.end } : undefined;
}

const stringLiteral =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** Rust lifetimes also begin with an apostrophe, but an unpaired one on a line matches nothing. */
function blankStringsAndComments(
  text: string,
  { start, end }: SyntaxRange,
  comments: readonly SyntaxRange[],
): string {
  let visible = text.slice(start, end);
  for (const comment of comments) {
    if (comment.end <= start || comment.start >= end) continue;
    const [from, to] = [Math.max(comment.start, start) - start, Math.min(comment.end, end) - start];
    visible = visible.slice(0, from) + ' '.repeat(to - from) + visible.slice(to);
  }
  // A quote keeps its place, so that a string is no path and no bracket.
  return visible.replaceAll(stringLiteral, (literal) => `"${' '.repeat(literal.length - 2)}"`);
}
