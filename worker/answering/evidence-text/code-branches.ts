/**
 * Extracts the branches of code by keywords and indentation, in any language. Code that cannot be parsed this way
 * is in no branch.
 */

export interface Branch {
  readonly condition: string;
  readonly body: string;
  /** What is done where the condition does not hold: other cases, `else`, or what follows a branch that leaves. */
  readonly otherwise: string;
}

const opening = /^(\s*)(?:[})]\s*)?(?:(else\s+if|elsif|elif|if|unless|case|when|default|else)\b)(.*)$/;
const leaves = /\b(?:return|throw|raise|continue|break|panic)\b/;
/** Of one text; spans are some hundred lines. */
const mostLines = 1_000;

interface Open {
  readonly at: number;
  readonly end: number;
  readonly indent: number;
  readonly word: string;
  readonly condition: string;
  readonly body: string;
}

export function parseBranches(text: string): readonly Branch[] {
  const lines = text.split('\n').slice(0, mostLines);
  const opened = lines.flatMap((line, at) => opens(lines, line, at) ?? []);
  return opened.flatMap((one, index): readonly Branch[] => {
    if (/^(?:else|default)$/.test(one.word)) return [];
    const beside = chainOf(opened, index);
    const rest =
      /^(?:case|when)$/.test(one.word) || beside.length > 0 || !leaves.test(one.body)
        ? ''
        : blockFrom(lines, one.end, one.indent - 1).text;
    const otherwise = [...beside.map(({ condition, body }) => `${condition}\n${body}`), rest].join('\n');
    return [
      { condition: one.word === 'unless' ? `!${one.condition}` : one.condition, body: one.body, otherwise },
    ];
  });
}

function opens(lines: readonly string[], line: string, at: number): Open | undefined {
  const [, white = '', word, rest = ''] = opening.exec(line.slice(0, 400)) ?? [];
  if (word === undefined) return undefined;
  const [condition = '', own = ''] = parted(rest);
  const indent = white.length;
  const { text, end } = blockFrom(lines, at + 1, indent);
  return { at, end, indent, word: word.replace(/\s+/, ' '), condition, body: `${own}\n${text}` };
}

/** The condition, and what stands behind it on its line. */
function parted(rest: string): readonly string[] {
  const colon = /^(.*?)(?::|\{|\bthen\b)\s*(?!:)(.*)$/.exec(rest.replaceAll('::', '\u0000'));
  const parts = colon === null ? [rest, ''] : [colon[1] ?? '', colon[2] ?? ''];
  return parts.map((part) => part.replaceAll('\u0000', '::'));
}

/** Lines further in than `indent`; a bracket alone opens or ends nothing. */
function blockFrom(
  lines: readonly string[],
  from: number,
  indent: number,
): { readonly text: string; readonly end: number } {
  let end = from;
  for (; end < lines.length && end - from < 200; end += 1) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || (end === from && line.trim() === '{')) continue;
    if (/^\s*/.exec(line)?.[0].length === undefined || indentOf(line) <= indent) break;
  }
  return { text: lines.slice(from, end).join('\n'), end };
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

/** The branches of which one is taken: `if` and its `else`, or the cases of a switch. */
function chainOf(opened: readonly Open[], index: number): readonly Open[] {
  const one = opened[index];
  if (one === undefined) return [];
  const isCase = /^(?:case|when|default)$/.test(one.word);
  const joins = (other: Open): boolean =>
    isCase ? /^(?:case|when|default)$/.test(other.word) : /^(?:else|else if|elsif|elif)$/.test(other.word);
  const found: Open[] = [];
  let last = one;
  for (const other of opened.slice(index + 1, index + 60)) {
    if (other.indent > one.indent) continue;
    if (other.indent < one.indent || !joins(other) || other.at - last.end > 2) break;
    found.push(other);
    last = other;
  }
  if (!isCase) return found;
  last = one;
  for (const other of opened.slice(Math.max(0, index - 60), index).toReversed()) {
    if (other.indent > one.indent) continue;
    if (other.indent < one.indent || !joins(other) || last.at - other.end > 2) break;
    found.push(other);
    last = other;
  }
  return found;
}
