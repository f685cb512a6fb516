/** Finds definitions and where they end, by keywords, indentation and closing brackets, in any language. */

import { type AttachmentEvidence, type Evidence, isSpanEvidence } from '../../core/answers/evidence.ts';

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
/** A longer definition is cut here. */
const mostLines = 2_000;
/** Of one name so many definitions are looked at. */
const mostDefinitions = 200;

const escaped = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');

/** Where its name stands as it is being defined, in order. */
export function findDefinitionOffsets(text: string, name: string): readonly number[] {
  if (!text.includes(name)) return [];
  const own = `${escaped(name)}(?![\\w$])`;
  const places = [
    new RegExp(`(?<![\\w$])${keyword}${receiver}${own}`, 'g'),
    new RegExp(
      `(?<![.(,=]\\s{0,40})^[ \\t]*${types}${receiver}${own}\\s*(?:${parameters}|${assigned})`,
      'gm',
    ),
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: all, index }) => index + nameIn(all, name)));
  return [...new Set(places)]
    .filter((at) => !isCommented(text, at))
    .toSorted((a, b) => a - b)
    .slice(0, mostDefinitions);
}

/** Whether it stands in a line of comment: what is told there is neither defined nor called. */
export function isCommented(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:\/\/|\/?\*|#(?!\s*define\b)|--\s|;;)|\s(?:\/\/|#)\s/.test(line.slice(0, 400));
}

function nameIn(definition: string, name: string): number {
  return definition.search(new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`));
}

export function findDefinitionBodies(text: string, name: string): readonly DefinitionBody[] {
  return findDefinitionOffsets(text, name).map((at) => bodyAt(text, at));
}

/** @param at within the line that names it */
export function bodyAt(text: string, at: number): DefinitionBody {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  return { from, to: endOf(text, from) };
}

const opens = /(?:[{([,:]|=>|\b(?:do|then))\s*(?:\/\/.*|#.*|\/\*.*)?$/;
const opensBrace = /\{\s*(?:\/\/.*|\/\*.*)?$/;
/** What goes on with a definition although it stands no further in. */
const goesOn = /^(?:[)\]{>|&?:.]|->|=>|(?:where|throws|with|rescue|ensure|else)\b)/;
const closes = /^(?:\}|end\b)/;
const defines =
  /^(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/** Behind the last line of what the first one begins to define: no more is read than that. */
function endOf(text: string, from: number): number {
  let at = lineEnd(text, from);
  const first = text.slice(from, at);
  const indent = indentOf(first);
  let isBraced = opensBrace.test(first);
  let isQuoted = isTurned(first);
  for (let count = 1; at < text.length && count < mostLines; count += 1) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const told = line.trim();
    const wasQuoted = isQuoted;
    if (isTurned(line)) isQuoted = !isQuoted;
    if (told !== '' && !wasQuoted && indentOf(line) <= indent) {
      if (goesOn.test(told)) isBraced ||= opensBrace.test(told);
      else if (closes.test(told) && indentOf(line) === indent) {
        if (!opens.test(told)) return end;
        isBraced ||= opensBrace.test(told);
      } else if (!isBraced || defines.test(told) || closes.test(told)) return at;
    }
    at = end;
  }
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** Whether a text of several lines begins or ends on it, which keeps no indentation. */
function isTurned(line: string): boolean {
  return (line.match(/"""|'''/g)?.length ?? 0) % 2 === 1;
}

export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Offsets in the text of what is cited. @param name without what it is qualified by */
export function findScopes(span: Evidence | AttachmentEvidence, name: string): readonly DefinitionBody[] {
  const own = findDefinitionBodies(span.text, name);
  if (own.length > 0) return own;
  const symbol = isSpanEvidence(span) ? span.symbol?.split(/\.|::|#/) : undefined;
  if (isSpanEvidence(span) && symbol?.at(-1) === name) return [bodyOfSymbol(span)];
  if (symbol?.includes(name) === true) return [{ from: 0, to: endOfPart(span.text, true) }];
  const isModule = span.path.split('/').some((part) => part.replace(/\.\w{1,8}$/, '') === name);
  return isModule && findDefinitionOffsets(span.fileLines.join(''), name).length === 0
    ? [{ from: 0, to: span.text.length }]
    : [];
}

/** Of a span that lies within the definition it is called by, and need not hold where that begins. */
function bodyOfSymbol({ nameLine, startLine, fileLines, text }: Evidence): DefinitionBody {
  if (nameLine === undefined) return { from: 0, to: endOfPart(text, false) };
  const before = fileLines.slice(nameLine - 1, Math.max(nameLine, startLine) - 1).join('').length;
  const shown = fileLines.slice(startLine - 1, Math.max(nameLine, startLine) - 1).join('').length;
  const { to } = bodyAt(fileLines.slice(nameLine - 1, nameLine + mostLines).join(''), 0);
  return { from: nameLine < startLine ? 0 : shown, to: Math.min(text.length, to - before + shown) };
}

const beginsDefinition =
  /^\s*(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/** Where another definition begins that is not of the one these lines are a part of. */
function endOfPart(text: string, isContainer: boolean): number {
  let at = 0;
  let least = Infinity;
  for (const line of text.split('\n')) {
    const indent = indentOf(line);
    const isOther = isContainer ? indent < least : indent <= least;
    if (least !== Infinity && isOther && beginsDefinition.test(line)) return at;
    if (line.trim() !== '') least = Math.min(least, indent);
    at += line.length + 1;
  }
  return text.length;
}
