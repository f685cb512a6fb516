/**
 * Reads the names that a raised expression may evaluate to, from text in which strings and comments are blank. Paths are dotted:
 * `raise errors.Missing("x")` raises `errors.Missing`.
 */

import type { RaiseForm } from './raise-rules.ts';

export interface RaisedName {
  readonly path: string;
  /** It is constructed or called, or is a path in code that needs no call, such as a variant or a constant. */
  readonly isCalled: boolean;
}

const pathPattern = /[\p{L}_$@\\][\p{L}\p{N}_$]*(?:(?:\?\.|\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const keywords: ReadonlySet<string> = new Set(
  'new await async from if else unless and or not in is as return function func fn move mut ref true false nil null None Some Ok Err this self struct map'.split(
    ' ',
  ),
);
/** Functions that compare with an error and do not return it. */
const comparison = /\b(?:errors\.(?:Is|As|AsType)|isinstance|matches!)\s*\(/g;

export function readRaisedNames(expression: string, form: RaiseForm): readonly RaisedName[] {
  if (form === 'statement') return readStatement(expression);
  const visible = form === 'return' ? blankFunctions(expression) : expression;
  return readEverywhere(blankCalls(visible, comparison));
}

/** At the outermost level: the first path, each `new`, and the alternatives of a conditional. */
function readStatement(expression: string): readonly RaisedName[] {
  const outer = unwrap(expression);
  const depths = bracketDepths(outer);
  const found: RaisedName[] = [];
  const condition = conditionEnd(outer, depths);
  for (const match of outer.matchAll(pathPattern)) {
    const { index } = match;
    if (depths[index] !== 0 || index < condition || keywords.has(match[0])) continue;
    const before = outer.slice(0, index).trimEnd();
    const isConstructed = /(?:^|[^\w$])new$/.test(before);
    const isAlternative = /(?:^|[?:|]|\belse|\breturn|\bawait)$/.test(before);
    const isFirst = found.length === 0 && before === '';
    if (isConstructed || isAlternative || isFirst)
      found.push({
        path: toDotted(match[0]),
        isCalled: isConstructed || /^\s*[(<[{]/.test(outer.slice(index + match[0].length)),
      });
  }
  return found;
}

/** Every path, for expressions that wrap errors in calls: `Err(Box::new(Missing(x)).into())`. */
function readEverywhere(expression: string): readonly RaisedName[] {
  return [...expression.matchAll(pathPattern)]
    .filter((match) => {
      const [before, after] = [
        expression.slice(0, match.index),
        expression.slice(match.index + match[0].length),
      ];
      const isCompared = /[!=]=\s*$/.test(before) || /^\s*[!=]=/.test(after);
      return !keywords.has(match[0]) && !isCompared;
    })
    .map((match) => ({ path: toDotted(match[0]), isCalled: true }));
}

function unwrap(expression: string): string {
  let text = expression.trim();
  for (;;) {
    const inner = /^\((.*)\)[\s;]*$/s.exec(text)?.[1];
    if (inner === undefined || bracketDepths(inner).some((depth) => depth < 0))
      return text.replace(/^::/, '');
    text = inner.trim();
  }
}

/** The position after the condition of `a ? b : c`; 0 without a conditional. */
function conditionEnd(text: string, depths: readonly number[]): number {
  for (const { index } of text.matchAll(/\?(?![.?])/g))
    if (depths[index] === 0 && text[index - 1] !== '?') return index;
  return 0;
}

/** For each character, how many brackets enclose it; negative after an unmatched closing bracket. */
function bracketDepths(text: string): readonly number[] {
  let depth = 0;
  return [...text].flatMap((letter) => {
    if (/[)\]}]/.test(letter)) depth -= 1;
    const own = depth;
    if (/[([{]/.test(letter)) depth += 1;
    return Array.from({ length: letter.length }, () => own);
  });
}

/** Blanks the bodies of functions, whose own returns are read separately. */
function blankFunctions(expression: string): string {
  return blankCalls(expression, /\bfunc\s*\([^{]*\{/g);
}

/** Blanks each match, which ends with an opening bracket, to its closing bracket. */
function blankCalls(expression: string, opening: RegExp): string {
  let text = expression;
  for (const match of expression.matchAll(opening)) {
    const end = closingBracket(expression, match.index + match[0].length);
    text = text.slice(0, match.index) + ' '.repeat(end - match.index) + text.slice(end);
  }
  return text;
}

/** @param from the position after the opening bracket @returns the position after the closing one, or the end */
function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (/[([{]/.test(text[at] ?? '')) depth += 1;
    if (/[)\]}]/.test(text[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function toDotted(path: string): string {
  return path.replaceAll(/\?\.|::|\\/g, '.').replace(/^\./, '');
}

/**
 * Whether a path means the name: its last segment, or the type before a constructor or factory (`Missing.new`, `Error::Missing`).
 * @param wanted the name, with dots if it is qualified
 */
export function meansName({ path, isCalled }: RaisedName, wanted: string): boolean {
  if (`.${path}`.endsWith(`.${wanted}`)) return true;
  const owner = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  return isCalled && /(?:^|\.)\p{Lu}[^.]*$/u.test(wanted) && `.${owner}`.endsWith(`.${wanted}`);
}
