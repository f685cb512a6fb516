/**
 * Where a definition stands in a text and where it ends, told by keywords, indentation and the bracket that closes it: so that it is read in any language. What
 * is said of a function is held to these lines and not to those of the next one.
 */

/** Offsets in the text that was read; `to` is behind the last line. */
export interface DefinitionBody {
  readonly from: number;
  readonly to: number;
}

const keyword = String.raw`(?:function\*?|def|defp|defmacro|class|fn|fun|sub|func(?: \([^)\n]{0,80}\))?|interface|struct|trait|enum|type|const|let|var|val|module|object|impl(?:<[^>\n]{0,80}>)?|public|private|protected|internal|static|async|export|default)\s+`;
const receiver = String.raw`(?:(?:[A-Za-z_$][\w$]*)(?:\.|::|#))*`;
const notType = String.raw`(?!(?:return|throw|raise|new|await|else|yield|case|if|while|for|switch|catch|import|from|delete|defer|go)\b)`;
const types = String.raw`(?:${notType}[\w<>,*&?:[\]]{1,80}[ \t]+)*[*&]*`;
const parameters = String.raw`\((?:[^;{}()]|\([^()]{0,80}\)|\{[^{};]{0,80}\}){0,400}\)[^;{}=()\n]{0,80}(?:\([^()\n]{0,80}\)[ \t]*)?\n?[ \t]*\{`;
const assigned = String.raw`(?::[^=;\n]{0,80}=|[:=])\s*(?:async\b|function\b|\()`;
/** A definition may begin on any line, and is seen in so many lines around one. */
const mostLines = 2_000;

const escaped = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');

/** Where its name stands as it is being defined, in order. */
export function definitionsOf(text: string, name: string): readonly number[] {
  if (!text.includes(name)) return [];
  const own = `${escaped(name)}(?![\\w$])`;
  const places = [
    new RegExp(`(?<![\\w$])${keyword}${receiver}${own}`, 'g'),
    new RegExp(
      `(?<![.(,=]\\s{0,40})^[ \\t]*${types}${receiver}${own}\\s*(?:${parameters}|${assigned})`,
      'gm',
    ),
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: all, index }) => index + nameIn(all, name)));
  return [...new Set(places)].filter((at) => !isCommented(text, at)).toSorted((a, b) => a - b);
}

/** Whether it stands in a line of comment: what is told there is neither defined nor called. */
export function isCommented(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:\/\/|\/?\*|#(?!\s*define\b)|--\s|;;)|\s(?:\/\/|#)\s/.test(line.slice(0, 400));
}

function nameIn(definition: string, name: string): number {
  return definition.search(new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`));
}

export function bodiesOf(text: string, name: string): readonly DefinitionBody[] {
  return definitionsOf(text, name).map((at) => bodyAt(text, at));
}

/** @param at within the line that names it */
export function bodyAt(text: string, at: number): DefinitionBody {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const lines = text.slice(from).split('\n', mostLines);
  let to = from;
  for (const line of lines.slice(0, lineAfter(lines))) to += line.length + 1;
  return { from, to: Math.min(text.length, to) };
}

const opens = /(?:[{([,:]|=>|\b(?:do|then))\s*(?:\/\/.*|#.*|\/\*.*)?$/;
const opensBrace = /\{\s*(?:\/\/.*|\/\*.*)?$/;
/** What goes on with a definition although it stands no further in. */
const goesOn = /^(?:[)\]{>|&?:.]|->|=>|(?:where|throws|with|rescue|ensure|else)\b)/;
const closes = /^(?:\}|end\b)/;
const defines =
  /^(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/** How many of the lines are of what the first one begins to define. */
function lineAfter(lines: readonly string[]): number {
  const indent = indentOf(lines[0] ?? '');
  let isBraced = opensBrace.test(lines[0] ?? '');
  let isQuoted = isTurned(lines[0] ?? '');
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.trim();
    const wasQuoted = isQuoted;
    if (isTurned(line)) isQuoted = !isQuoted;
    if (text === '' || wasQuoted || indentOf(line) > indent) continue;
    if (goesOn.test(text)) isBraced ||= opensBrace.test(text);
    else if (closes.test(text) && indentOf(line) === indent) {
      if (!opens.test(text)) return at + 1;
      isBraced ||= opensBrace.test(text);
    } else if (!isBraced || defines.test(text) || closes.test(text)) return at;
  }
  return lines.length;
}

/** Whether a text of several lines begins or ends on it, which keeps no indentation. */
function isTurned(line: string): boolean {
  return (line.match(/"""|'''/g)?.length ?? 0) % 2 === 1;
}

export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
