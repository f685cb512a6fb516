/**
 * Splits a Svelte or Vue file into scripts, styles and the markup between them. It is a scanner, not a
 * parser: a part begins with its tag at the start of a line and ends with the closing tag or at the end of the file.
 */

import type { SyntaxRange } from '../../ports/parser.ts';

export interface ComponentPart extends SyntaxRange {
  readonly kind: 'script' | 'style' | 'template';
  /** Range between the tags; the whole part for markup without tags of its own. */
  readonly inner: SyntaxRange;
  /** Value of `lang`. */
  readonly language: string | undefined;
}

/** The length is bounded and tags inside tags are excluded, so that unclosed tags do not each scan to the end of the file. */
const openingTag = /^<(script|style|template)\b((?:"[^"]{0,500}"|'[^']{0,500}'|[^<>"']){0,1000})>/gim;

/** Returns the parts in order; together they cover all text except whitespace. */
export function findComponentParts(text: string): ComponentPart[] {
  const parts: ComponentPart[] = [];
  let at = 0;
  openingTag.lastIndex = 0;
  for (let match = openingTag.exec(text); match !== null; match = openingTag.exec(text)) {
    const [tag, name = '', attributes = ''] = match;
    const innerStart = match.index + tag.length;
    const close = findClosingTag(text, innerStart, name);
    parts.push(...trimMarkup(text, { start: at, end: match.index }));
    parts.push({
      kind: toPartKind(name),
      start: match.index,
      end: close.end,
      inner: { start: innerStart, end: close.start },
      language: /\blang\s*=\s*["']?([\w-]+)/.exec(attributes)?.[1]?.toLowerCase(),
    });
    at = close.end;
    openingTag.lastIndex = at;
  }
  parts.push(...trimMarkup(text, { start: at, end: text.length }));
  return parts;
}

function toPartKind(name: string): ComponentPart['kind'] {
  const lower = name.toLowerCase();
  return lower === 'script' || lower === 'style' ? lower : 'template';
}

/** Trims markup, so that it shares no line with a tag before it. */
function trimMarkup(text: string, { start, end }: SyntaxRange): ComponentPart[] {
  const visible = text.slice(start, end);
  if (visible.trim() === '') return [];
  const range = {
    start: start + visible.length - visible.trimStart().length,
    end: start + visible.trimEnd().length,
  };
  return [{ kind: 'template', ...range, inner: range, language: undefined }];
}

/** Finds the closing tag. Templates can nest, so their closing tag must start a line. */
function findClosingTag(text: string, from: number, name: string): SyntaxRange {
  const tag = new RegExp(`${name.toLowerCase() === 'template' ? '^' : ''}</${name}\\s*>`, 'gim');
  tag.lastIndex = from;
  const match = tag.exec(text);
  if (match === null) return { start: text.length, end: text.length };
  return { start: match.index, end: match.index + match[0].length };
}
