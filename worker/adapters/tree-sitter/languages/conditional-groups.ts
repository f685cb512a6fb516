/** Finds the conditional groups of C, C++ and C# (`#if … #else … #endif`), and whether each interrupts the syntax around it. */

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface ConditionalBranch {
  /** As written, with `!` for `#ifndef`; undefined for `#else`. */
  readonly condition: string | undefined;
  readonly directive: TextRange;
  readonly body: TextRange;
  /** It contains more than comments and directives. */
  readonly hasCode: boolean;
  /** Its code has balanced brackets and consists of whole statements, declarations or list items. */
  readonly isComplete: boolean;
}

export interface ConditionalGroup extends TextRange {
  /** In order, `#if` first. */
  readonly branches: readonly ConditionalBranch[];
  /** The `#endif`. */
  readonly last: TextRange;
  /** The code before it does not continue in it, and its code does not continue after it. */
  readonly isSeparate: boolean;
}

/** Deeper groups are omitted, because the code of a group is read once for each group around it. */
const maxNesting = 30;

/** Groups without an `#endif`, and directives without an `#if`, are omitted. The order is that of their first lines. */
export function findConditionalGroups(text: string): readonly ConditionalGroup[] {
  const masked = maskLiterals(text);
  const code = masked.replaceAll(directiveLine, blankText);
  const directives = findDirectives(masked, code);
  const groups: ConditionalGroup[] = [];
  const openGroups: Directive[][] = [];
  for (const directive of directives) {
    if (directive.word.startsWith('if')) openGroups.push([directive]);
    else openGroups.at(-1)?.push(directive);
    if (directive.word !== 'endif') continue;
    const closed = openGroups.pop();
    if (closed !== undefined && openGroups.length < maxNesting) groups.push(...describeGroup(code, closed));
  }
  return groups.sort((a, b) => a.start - b.start);
}

export function blankText(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}

/** Comments, strings with their prefixes, and characters. An opening without an end extends to the end of the line or of the text. */
const literals =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""[^]*?(?:"""|$)|@\$?"(?:[^"]|"")*(?:"|$)|R"([^()\\\s"]{0,16})\([^]*?(?:\)\1"|$)|"(?:[^"\\\n]|\\[^]?)*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\.){1,8}'/g;

/** Replaces comments with spaces, and literals with a word, so that an item still begins and ends with them. */
function maskLiterals(text: string): string {
  return text.replaceAll(literals, (literal) =>
    literal.startsWith('/') ? blankText(literal) : literal.replaceAll(/[^\r\n]/g, '_'),
  );
}

/** Lines may be continued by a backslash. */
const restOfLine = String.raw`(?:\\\r?\n|[^\n])*`;
const directiveLine = new RegExp(String.raw`^[ \t]*#${restOfLine}`, 'gm');
const conditionalLine = new RegExp(
  String.raw`^[ \t]*#[ \t]*(ifn?def|if|elifn?def|elif|else|endif)\b(${restOfLine})`,
  'gm',
);

interface Directive extends TextRange {
  readonly word: string;
  readonly condition: string | undefined;
  /** The code before it, if any, up to the previous directive that has code before it. */
  readonly before: string;
  /** The code after it, if any, up to the next directive that has code after it. */
  after: string;
}

function findDirectives(masked: string, code: string): readonly Directive[] {
  const directives: Directive[] = [];
  let before = '';
  let previousEnd = 0;
  for (const { 0: line, 1: word = '', 2: argument = '', index } of masked.matchAll(conditionalLine)) {
    before = code.slice(previousEnd, index).trim() || before;
    previousEnd = index + line.length;
    directives.push({
      word,
      condition: word === 'else' ? undefined : (word.endsWith('ndef') ? '!' : '') + argument,
      start: index,
      end: previousEnd,
      before,
      after: '',
    });
  }
  let after = '';
  let nextStart = code.length;
  for (const directive of directives.toReversed()) {
    after = code.slice(directive.end, nextStart).trim() || after;
    directive.after = after;
    nextStart = directive.start;
  }
  return directives;
}

function describeGroup(code: string, directives: readonly Directive[]): ConditionalGroup[] {
  const [first, last] = [directives[0], directives.at(-1)];
  if (first === undefined || last === undefined) return [];
  const branches = directives.slice(0, -1).map((directive, index): ConditionalBranch => {
    const body = { start: directive.end, end: directives[index + 1]?.start ?? last.start };
    const bodyCode = code.slice(body.start, body.end).trim();
    return {
      condition: directive.condition,
      directive,
      body,
      hasCode: bodyCode !== '',
      isComplete: isComplete(bodyCode),
    };
  });
  const isSeparate = endsItem(first.before) && !continuesItem.test(last.after);
  return [{ start: first.start, end: last.end, branches, last, isSeparate }];
}

/** Matches text that begins in the middle of a statement, declaration or list item. */
const continuesItem = /^(?:(?:else|catch|finally)\b|&&|\|\||[?.,)\]=<>/%^{]|:(?!:)|\+(?!\+)|-(?!-))/;
const macroLine = /^[ \t]*[A-Z][A-Z\d_]+(?:\([^()]*\))?$/;

/** Whether trimmed code ends with a mark that ends an item, or with a macro alone on its line. */
function endsItem(code: string): boolean {
  if (code === '' || ';{},:]'.includes(code.slice(-1))) return true;
  return macroLine.test(code.slice(code.lastIndexOf('\n') + 1));
}

function isComplete(code: string): boolean {
  return code === '' || (!continuesItem.test(code) && endsItem(code) && isBalanced(code));
}

function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const bracket of code.match(/[()[\]{}]/g) ?? []) {
    const opening = openings[bracket];
    if (opening === undefined) open.push(bracket);
    else if (open.pop() !== opening) return false;
  }
  return open.length === 0;
}

/** The opening bracket of each closing one. */
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
