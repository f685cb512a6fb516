/**
 * Reports how cited lines changed up to another commit. Drift never affects whether a receipt is valid, since a
 * receipt belongs to its own commit.
 */

import { decodeText, sha256, splitLines } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import type { ReceiptSpan } from './check-spans.ts';
import type { Clone } from './open-clone.ts';

export interface SpanDrift {
  readonly what: string;
  readonly state: 'same' | 'moved' | 'changed' | 'gone' | 'not known';
  readonly why: string;
}

export async function detectDrift(
  receipt: Receipt,
  clone: Clone,
  commit: string,
): Promise<readonly SpanDrift[]> {
  const drifts: SpanDrift[] = [];
  for (const span of receipt.spans) {
    const what = `${span.path}:${span.startLine}-${span.endLine} [${span.evidence}]`;
    drifts.push({ what, ...(await detectSpanDrift(span, clone, commit)) });
  }
  return drifts;
}

async function detectSpanDrift(
  span: ReceiptSpan,
  clone: Clone,
  commit: string,
): Promise<Omit<SpanDrift, 'what'>> {
  const [currentFile, citedFile] = [
    await clone.fileAt(commit, span.path),
    await clone.fileAt(span.commit, span.path),
  ];
  if (currentFile === 'path') return { state: 'gone', why: 'The file no longer exists.' };
  if (typeof currentFile === 'string')
    return { state: 'not known', why: 'The clone lacks the file at that commit.' };
  if ((await sha256(currentFile)) === span.fileHash)
    return { state: 'same', why: 'The whole file is unchanged.' };
  if (typeof citedFile === 'string') return { state: 'not known', why: 'The clone lacks the cited version.' };
  const cited = textLines(citedFile).slice(span.startLine - 1, span.endLine);
  const index = findLines(cited, textLines(currentFile), span.startLine - 1);
  if (index === undefined)
    return { state: 'changed', why: 'The file no longer contains these lines unchanged.' };
  if (index === span.startLine - 1)
    return { state: 'same', why: 'The lines are unchanged, but other lines of the file are not.' };
  return { state: 'moved', why: `They are now lines ${index + 1} to ${index + cited.length}.` };
}

function textLines(bytes: Uint8Array): readonly string[] {
  return splitLines(decodeText(bytes)?.text ?? '').map((line) => line.replace(/\r?\n$/, ''));
}

/** Finds the lines, checking their old position first, in one pass over the text. */
function findLines(cited: readonly string[], lines: readonly string[], oldIndex: number): number | undefined {
  const target = `\n${cited.join('\n')}\n`;
  const isAt = `\n${lines.slice(oldIndex, oldIndex + cited.length).join('\n')}\n` === target;
  if (isAt) return oldIndex;
  const text = `\n${lines.join('\n')}\n`;
  const offset = text.indexOf(target);
  return offset < 0 ? undefined : text.slice(0, offset).split('\n').length - 1;
}
