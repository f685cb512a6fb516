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
  const [now, then] = [await clone.fileAt(commit, span.path), await clone.fileAt(span.commit, span.path)];
  if (now === 'path') return { state: 'gone', why: 'The file no longer exists.' };
  if (typeof now === 'string') return { state: 'not known', why: 'The clone lacks the file at that commit.' };
  if ((await sha256(now)) === span.fileHash) return { state: 'same', why: 'The whole file is unchanged.' };
  if (typeof then === 'string') return { state: 'not known', why: 'The clone lacks the cited version.' };
  const cited = textLines(then).slice(span.startLine - 1, span.endLine);
  const at = findLines(cited, textLines(now), span.startLine - 1);
  if (at === undefined)
    return { state: 'changed', why: 'The file no longer contains these lines unchanged.' };
  if (at === span.startLine - 1)
    return { state: 'same', why: 'The lines are unchanged; other lines of the file are not.' };
  return { state: 'moved', why: `They are now lines ${at + 1} to ${at + cited.length}.` };
}

function textLines(bytes: Uint8Array): readonly string[] {
  return splitLines(decodeText(bytes)?.text ?? '').map((line) => line.replace(/\r?\n$/, ''));
}

/** Finds the lines, checking their old position first, in one pass over the text. */
function findLines(cited: readonly string[], lines: readonly string[], old: number): number | undefined {
  const target = `\n${cited.join('\n')}\n`;
  const isAt = `\n${lines.slice(old, old + cited.length).join('\n')}\n` === target;
  if (isAt) return old;
  const text = `\n${lines.join('\n')}\n`;
  const found = text.indexOf(target);
  return found < 0 ? undefined : text.slice(0, found).split('\n').length - 1;
}
