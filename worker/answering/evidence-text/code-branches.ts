/**
 * Extracts the branches of code by keywords and indentation, in any language. Code that cannot be parsed this way
 * is in no branch.
 */

export interface Branch {
  readonly condition: string;
  readonly body: string;
  /** Code that runs if the condition is false: other cases, `else`, or the code after a branch that exits. */
  readonly otherwise: string;
}

const opening = /^(\s*)(?:[})]\s*)?(?:(else\s+if|elsif|elif|if|unless|case|when|default|else)\b)(.*)$/;
const exitsBlock = /\b(?:return|throw|raise|continue|break|panic)\b/;
/** Issued spans have a few hundred lines and stay below this. */
const maxLines = 1_000;

interface OpenBranch {
  readonly at: number;
  readonly end: number;
  readonly indent: number;
  readonly word: string;
  readonly condition: string;
  readonly body: string;
}

export function parseBranches(text: string): readonly Branch[] {
  const lines = text.split('\n').slice(0, maxLines);
  const branches = lines.flatMap((line, at) => readBranch(lines, line, at) ?? []);
  return branches.flatMap((branch, index): readonly Branch[] => {
    if (/^(?:else|default)$/.test(branch.word)) return [];
    const alternatives = findAlternatives(branches, index);
    const rest =
      /^(?:case|when)$/.test(branch.word) || alternatives.length > 0 || !exitsBlock.test(branch.body)
        ? ''
        : readBlock(lines, branch.end, branch.indent - 1).text;
    const otherwise = [...alternatives.map(({ condition, body }) => `${condition}\n${body}`), rest].join(
      '\n',
    );
    return [
      {
        condition: branch.word === 'unless' ? `!${branch.condition}` : branch.condition,
        body: branch.body,
        otherwise,
      },
    ];
  });
}

function readBranch(lines: readonly string[], line: string, at: number): OpenBranch | undefined {
  const [, white = '', word, rest = ''] = opening.exec(line.slice(0, 400)) ?? [];
  if (word === undefined) return undefined;
  const [condition = '', inlineBody = ''] = splitCondition(rest);
  const indent = white.length;
  const { text, end } = readBlock(lines, at + 1, indent);
  return { at, end, indent, word: word.replace(/\s+/, ' '), condition, body: `${inlineBody}\n${text}` };
}

/** Splits off the code that follows a condition on its line. */
function splitCondition(rest: string): readonly string[] {
  const colon = /^(.*?)(?::|\{|\bthen\b)\s*(?!:)(.*)$/.exec(rest.replaceAll('::', '\u0000'));
  const parts = colon === null ? [rest, ''] : [colon[1] ?? '', colon[2] ?? ''];
  return parts.map((part) => part.replaceAll('\u0000', '::'));
}

/** Returns the following lines that are indented deeper than `indent`. An opening brace alone on its line is part of the block. */
function readBlock(
  lines: readonly string[],
  from: number,
  indent: number,
): { readonly text: string; readonly end: number } {
  let end = from;
  for (; end < lines.length && end - from < 200; end += 1) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || (end === from && line.trim() === '{')) continue;
    if (/^\s*/.exec(line)?.[0].length === undefined || measureIndent(line) <= indent) break;
  }
  return { text: lines.slice(from, end).join('\n'), end };
}

function measureIndent(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

/** Finds the alternatives to a branch: the `else` branches of an `if`, or the other cases of a switch. */
function findAlternatives(branches: readonly OpenBranch[], index: number): readonly OpenBranch[] {
  const branch = branches[index];
  if (branch === undefined) return [];
  const isCase = /^(?:case|when|default)$/.test(branch.word);
  const isAlternative = (other: OpenBranch): boolean =>
    isCase ? /^(?:case|when|default)$/.test(other.word) : /^(?:else|else if|elsif|elif)$/.test(other.word);
  const alternatives: OpenBranch[] = [];
  let last = branch;
  for (const other of branches.slice(index + 1, index + 60)) {
    if (other.indent > branch.indent) continue;
    if (other.indent < branch.indent || !isAlternative(other) || other.at - last.end > 2) break;
    alternatives.push(other);
    last = other;
  }
  if (!isCase) return alternatives;
  last = branch;
  for (const other of branches.slice(Math.max(0, index - 60), index).toReversed()) {
    if (other.indent > branch.indent) continue;
    if (other.indent < branch.indent || !isAlternative(other) || last.at - other.end > 2) break;
    alternatives.push(other);
    last = other;
  }
  return alternatives;
}
