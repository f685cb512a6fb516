/** The lines of what is cited that belong to a definition, a class or a module of a name; none where it is unknown there. */

import type { AttachmentEvidence } from '../core/attachment.ts';
import { isOfLines, type Evidence } from '../core/evidence.ts';
import { bodiesOf, bodyAt, definitionsOf, indentOf, type DefinitionBody } from './definition-bodies.ts';

/** A longer definition is cut here. */
const mostLines = 2_000;

/** Offsets in the text of what is cited. @param name without what it is qualified by */
export function scopesOf(span: Evidence | AttachmentEvidence, name: string): readonly DefinitionBody[] {
  const own = bodiesOf(span.text, name);
  if (own.length > 0) return own;
  const symbol = isOfLines(span) ? span.symbol?.split(/\.|::|#/) : undefined;
  if (isOfLines(span) && symbol?.at(-1) === name) return [bodyOfSymbol(span)];
  if (symbol?.includes(name) === true) return [{ from: 0, to: endOfPart(span.text, true) }];
  const isModule = span.path.split('/').some((part) => part.replace(/\.\w{1,8}$/, '') === name);
  return isModule && definitionsOf(span.fileLines.join(''), name).length === 0
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

const defines =
  /^\s*(?:(?:export|default|async|pub(?:\([^)]*\))?|static|public|private|protected)\s+)*(?:function|def|class|fn|func|interface|struct|impl|trait|enum)\b/;

/** Where another definition begins that is not of the one these lines are a part of. */
function endOfPart(text: string, isContainer: boolean): number {
  let at = 0;
  let least = Infinity;
  for (const line of text.split('\n')) {
    const indent = indentOf(line);
    const isOther = isContainer ? indent < least : indent <= least;
    if (least !== Infinity && isOther && defines.test(line)) return at;
    if (line.trim() !== '') least = Math.min(least, indent);
    at += line.length + 1;
  }
  return text.length;
}
