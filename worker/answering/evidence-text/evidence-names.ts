/** Names by which an answer may refer to a span: its path, its symbol, or code that the span contains. */

import type { AttachmentEvidence, Evidence } from '../../core/answers/evidence.ts';
import { createTextMatcher } from './text-matcher.ts';

export function isSpanName(span: Evidence, name: string): boolean {
  const folder = `${name.replace(/\/$/, '')}/`;
  if (span.path === name || span.path.endsWith(`/${name}`) || span.path.startsWith(folder)) return true;
  const { symbol } = span;
  if (symbol === undefined || (symbol !== name && !symbol.endsWith(`.${name}`))) return false;
  // The whole of a qualified name seldom stands anywhere; its last part must, in the span or where the definition around it begins.
  const last = symbol.split('.').at(-1) ?? symbol;
  return (
    createTextMatcher(span.text).containsCode(last) || createTextMatcher(nameLineOf(span)).containsCode(last)
  );
}

/** The name it came with, or the end of it that names a file. */
export function isAttachmentName({ path }: Pick<AttachmentEvidence, 'path'>, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function nameLineOf({ nameLine, endLine, fileLines }: Evidence): string {
  return nameLine === undefined || nameLine > endLine ? '' : (fileLines[nameLine - 1] ?? '');
}

/** A name that can be written as code, and that the check will find in the span. */
export function canNameInAnswer(span: Evidence, name: string): boolean {
  return fitsInlineCode(name) && (isSpanName(span, name) || createTextMatcher(span.text).containsCode(name));
}

/** Fit to be written between back-ticks, on one line, without being taken for a citation. */
export function fitsInlineCode(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}
