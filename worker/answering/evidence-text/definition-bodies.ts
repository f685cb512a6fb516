/** Finds definitions and where they end, by keywords, indentation and closing brackets, in any language. */

import { type AttachmentEvidence, type Evidence, isSpanEvidence } from '../../core/answers/evidence.ts';

/** Offsets in the text; `to` is the end of the last line, exclusive. */
export interface DefinitionBody {
  readonly from: number;
  readonly to: number;
}

const keyword = String.raw`(?:function\*?|def|defp|defmacro|class|fn|fun|sub|func(?: \([^)\n]{0,80}\))?|interface|struct|trait|enum|type|const|let|var|val|module|object|impl(?:<[^>\n]{0,80}>)?|public|private|protected|internal|static|async|export|default)\s+`;
const receiver = String.raw`(?:(?:[A-Za-z_$][\w$]*)(?:\.|::|#))*`;
const notStatement = String.raw`(?!(?:return|throw|raise|new|await|else|yield|case|if|while|for|switch|catch|import|from|delete|defer|go)\b)`;
const types = String.raw`(?:${notStatement}[\w<>,*&?:[\]]{1,80}[ \t]+)*[*&]*`;
const parameters = String.raw`\((?:[^;{}()]|\([^()]{0,80}\)|\{[^{};]{0,80}\}){0,400}\)[^;{}=()\n]{0,80}(?:\([^()\n]{0,80}\)[ \t]*)?\n?[ \t]*\{`;
const assigned = String.raw`(?::[^=;\n]{0,80}=|[:=])\s*(?:async\b|function\b|\()`;
/** A longer definition is cut after this many lines. */
const maxLines = 2_000;
/** The maximum number of definitions considered for one name. */
const maxDefinitions = 200;

const escapePattern = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');

/** Returns the offsets of the name in its definitions, in order. */
export function findDefinitionOffsets(text: string, name: string): readonly number[] {
  if (!text.includes(name)) return [];
  const exactName = `${escapePattern(name)}(?![\\w$])`;
  const offsets = [
    new RegExp(`(?<![\\w$])${keyword}${receiver}${exactName}`, 'g'),
    new RegExp(
      `(?<![.(,=]\\s{0,40})^[ \\t]*${types}${receiver}${exactName}\\s*(?:${parameters}|${assigned})`,
      'gm',
    ),
  ].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: all, index }) => index + findNameOffset(all, name)),
  );
  return [...new Set(offsets)]
    .filter((at) => !isCommented(text, at))
    .toSorted((a, b) => a - b)
    .slice(0, maxDefinitions);
}

/** Returns whether the offset is in a comment, where names are neither defined nor called. */
export function isCommented(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:\/\/|\/?\*|#(?!\s*define\b)|--\s|;;)|\s(?:\/\/|#)\s/.test(line.slice(0, 400));
}

function findNameOffset(definition: string, name: string): number {
  return definition.search(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`));
}

export function findDefinitionBodies(text: string, name: string): readonly DefinitionBody[] {
  return findDefinitionOffsets(text, name).map((at) => findBodyAt(text, at));
}

/** @param at an offset in the line that names the definition */
export function findBodyAt(text: string, at: number): DefinitionBody {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  return { from, to: findBodyEnd(text, from) };
}

const opensBlock = /(?:[{([,:]|=>|\b(?:do|then))\s*(?:\/\/.*|#.*|\/\*.*)?$/;
const opensBrace = /\{\s*(?:\/\/.*|\/\*.*)?$/;
/** Lines that continue a definition without deeper indentation. */
const continuesDefinition = /^(?:[)\]{>|&?:.]|->|=>|(?:where|throws|with|rescue|ensure|else)\b)/;
const closesBlock = /^(?:\}|end\b)/;
const startsDefinition =
  /^(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/** Returns the end of the definition that starts at `from`, and reads no text beyond it. */
function findBodyEnd(text: string, from: number): number {
  let at = findLineEnd(text, from);
  const first = text.slice(from, at);
  const indent = measureIndent(first);
  let isBraced = opensBrace.test(first);
  let isInString = togglesString(first);
  for (let count = 1; at < text.length && count < maxLines; count += 1) {
    const end = findLineEnd(text, at);
    const line = text.slice(at, end);
    const trimmed = line.trim();
    const wasInString = isInString;
    if (togglesString(line)) isInString = !isInString;
    if (trimmed !== '' && !wasInString && measureIndent(line) <= indent) {
      if (continuesDefinition.test(trimmed)) isBraced ||= opensBrace.test(trimmed);
      else if (closesBlock.test(trimmed) && measureIndent(line) === indent) {
        if (!opensBlock.test(trimmed)) return end;
        isBraced ||= opensBrace.test(trimmed);
      } else if (!isBraced || startsDefinition.test(trimmed) || closesBlock.test(trimmed)) return at;
    }
    at = end;
  }
  return at;
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** Returns whether a multi-line string starts or ends on the line; such strings ignore indentation. */
function togglesString(line: string): boolean {
  return (line.match(/"""|'''/g)?.length ?? 0) % 2 === 1;
}

export function measureIndent(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/**
 * Finds where the cited text defines a name. Offsets are relative to the cited text.
 * @param name unqualified
 */
export function findScopes(span: Evidence | AttachmentEvidence, name: string): readonly DefinitionBody[] {
  const bodies = findDefinitionBodies(span.text, name);
  if (bodies.length > 0) return bodies;
  const symbol = isSpanEvidence(span) ? span.symbol?.split(/\.|::|#/) : undefined;
  if (isSpanEvidence(span) && symbol?.at(-1) === name) return [findSymbolBody(span)];
  if (symbol?.includes(name) === true) return [{ from: 0, to: findEnclosingEnd(span.text, true) }];
  const isModule = span.path.split('/').some((part) => part.replace(/\.\w{1,8}$/, '') === name);
  return isModule && findDefinitionOffsets(span.fileLines.join(''), name).length === 0
    ? [{ from: 0, to: span.text.length }]
    : [];
}

/** Returns the body of the span's symbol, which may begin before the span. */
function findSymbolBody({ nameLine, startLine, fileLines, text }: Evidence): DefinitionBody {
  if (nameLine === undefined) return { from: 0, to: findEnclosingEnd(text, false) };
  const before = fileLines.slice(nameLine - 1, Math.max(nameLine, startLine) - 1).join('').length;
  const shown = fileLines.slice(startLine - 1, Math.max(nameLine, startLine) - 1).join('').length;
  const { to } = findBodyAt(fileLines.slice(nameLine - 1, nameLine + maxLines).join(''), 0);
  return { from: nameLine < startLine ? 0 : shown, to: Math.min(text.length, to - before + shown) };
}

const beginsDefinition =
  /^\s*(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/**
 * Returns where the definition that contains the text ends: at the first definition outside it.
 * @param isContainer the containing definition has members, such as a class; the next member is not its end
 */
function findEnclosingEnd(text: string, isContainer: boolean): number {
  let at = 0;
  let minIndent = Infinity;
  for (const line of text.split('\n')) {
    const indent = measureIndent(line);
    const isOther = isContainer ? indent < minIndent : indent <= minIndent;
    if (minIndent !== Infinity && isOther && beginsDefinition.test(line)) return at;
    if (line.trim() !== '') minIndent = Math.min(minIndent, indent);
    at += line.length + 1;
  }
  return text.length;
}
