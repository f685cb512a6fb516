/**
 * The parts of a Svelte or Vue file: scripts, styles and the markup between them. A small scanner, not a parser: a part
 * begins with its tag at the start of a line and ends with the closing tag, or with the file.
 */

import type { SyntaxRange } from '../ports/parser.ts';

export interface ComponentPart extends SyntaxRange {
  readonly kind: 'script' | 'style' | 'template';
  /** What lies between the tags; the part itself for markup without tags of its own. */
  readonly inner: SyntaxRange;
  /** Value of `lang`. */
  readonly language: string | undefined;
}

/** Bounded, and no tag within a tag, so that tags that never end are not each read to the end of the file. */
const opening = /^<(script|style|template)\b((?:"[^"]{0,500}"|'[^']{0,500}'|[^<>"']){0,1000})>/gim;

/** In order; together they hold all of the text that is not white space. */
export function componentParts(text: string): ComponentPart[] {
  const parts: ComponentPart[] = [];
  let at = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [tag, name = '', attributes = ''] = match;
    const innerStart = match.index + tag.length;
    const close = closing(text, innerStart, name);
    parts.push(...markup(text, { start: at, end: match.index }));
    parts.push({
      kind: partKind(name),
      start: match.index,
      end: close.end,
      inner: { start: innerStart, end: close.start },
      language: /\blang\s*=\s*["']?([\w-]+)/.exec(attributes)?.[1]?.toLowerCase(),
    });
    at = close.end;
    opening.lastIndex = at;
  }
  parts.push(...markup(text, { start: at, end: text.length }));
  return parts;
}

function partKind(name: string): ComponentPart['kind'] {
  const lower = name.toLowerCase();
  return lower === 'script' || lower === 'style' ? lower : 'template';
}

/** Markup without the white space around it, so that it shares no line with a tag before it. */
function markup(text: string, { start, end }: SyntaxRange): ComponentPart[] {
  const visible = text.slice(start, end);
  if (visible.trim() === '') return [];
  const range = {
    start: start + visible.length - visible.trimStart().length,
    end: start + visible.trimEnd().length,
  };
  return [{ kind: 'template', ...range, inner: range, language: undefined }];
}

/** The closing tag; templates may hold templates, so theirs is the one at the start of a line, if there is one. */
function closing(text: string, from: number, name: string): SyntaxRange {
  const tag = new RegExp(`${name.toLowerCase() === 'template' ? '^' : ''}</${name}\\s*>`, 'gim');
  tag.lastIndex = from;
  const found = tag.exec(text);
  if (found === null) return { start: text.length, end: text.length };
  return { start: found.index, end: found.index + found[0].length };
}
