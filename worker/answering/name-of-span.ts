/** A path, a file name or a name the span belongs to: what may be said of a span without standing in its lines. */

import type { AttachmentEvidence } from '../core/attachment.ts';
import type { Evidence } from '../core/evidence.ts';
import { textHolder } from './normalised-text.ts';

export function isNameOf(span: Evidence, name: string): boolean {
  const folder = `${name.replace(/\/$/, '')}/`;
  if (span.path === name || span.path.endsWith(`/${name}`) || span.path.startsWith(folder)) return true;
  const { symbol } = span;
  if (symbol === undefined || (symbol !== name && !symbol.endsWith(`.${name}`))) return false;
  // The whole of a qualified name seldom stands anywhere; its last part must, in the span or where the definition around it begins.
  const last = symbol.split('.').at(-1) ?? symbol;
  return textHolder(span.text).holdsCode(last) || textHolder(nameLineOf(span)).holdsCode(last);
}

/** The name it came with, or the end of it that names a file. */
export function isNameOfAttachment({ path }: Pick<AttachmentEvidence, 'path'>, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function nameLineOf({ nameLine, endLine, fileLines }: Evidence): string {
  return nameLine === undefined || nameLine > endLine ? '' : (fileLines[nameLine - 1] ?? '');
}
