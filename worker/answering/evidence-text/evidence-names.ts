/** Names by which an answer may refer to a span: its path, its symbol, or code that the span contains. */

import type { AttachmentEvidence, Evidence } from '../../core/answers/evidence.ts';
import { createTextMatcher } from './text-matcher.ts';

export function isSpanName(span: Evidence, name: string): boolean {
  const folder = `${name.replace(/\/$/, '')}/`;
  if (span.path === name || span.path.endsWith(`/${name}`) || span.path.startsWith(folder)) return true;
  const { symbol } = span;
  if (symbol === undefined || (symbol !== name && !symbol.endsWith(`.${name}`))) return false;
  // A qualified name rarely appears in full. Its last part must, in the span or in the line that defines it.
  const last = symbol.split('.').at(-1) ?? symbol;
  return (
    createTextMatcher(span.text).containsCode(last) ||
    createTextMatcher(readNameLine(span)).containsCode(last)
  );
}

/** The name is the attachment's full path, or the last segments of it. */
export function isAttachmentName({ path }: Pick<AttachmentEvidence, 'path'>, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function readNameLine({ nameLine, endLine, fileLines }: Evidence): string {
  return nameLine === undefined || nameLine > endLine ? '' : (fileLines[nameLine - 1] ?? '');
}

/** Returns whether an answer can write the name as code and pass the identifier check against the span. */
export function canNameInAnswer(span: Evidence, name: string): boolean {
  return fitsInlineCode(name) && (isSpanName(span, name) || createTextMatcher(span.text).containsCode(name));
}

/** Returns whether the text can appear between back-ticks on one line without reading as a citation. */
export function fitsInlineCode(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}
