/** What has become of cited lines at another commit. A receipt is of its own commit: nothing here makes it hold or not. */

import { decodeText, sha256, splitLines } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import type { ReceiptSpan } from './check-spans.ts';
import type { Clone } from './open-clone.ts';

export interface Drifted {
  readonly what: string;
  readonly state: 'same' | 'moved' | 'changed' | 'gone' | 'not known';
  readonly why: string;
}

export async function tellDrift(receipt: Receipt, clone: Clone, commit: string): Promise<readonly Drifted[]> {
  const told: Drifted[] = [];
  for (const span of receipt.spans) {
    const what = `${span.path}:${span.startLine}-${span.endLine} [${span.evidence}]`;
    told.push({ what, ...(await driftOf(span, clone, commit)) });
  }
  return told;
}

async function driftOf(span: ReceiptSpan, clone: Clone, commit: string): Promise<Omit<Drifted, 'what'>> {
  const [now, then] = [await clone.fileAt(commit, span.path), await clone.fileAt(span.commit, span.path)];
  if (now === 'path') return { state: 'gone', why: 'There is no file of that path any more.' };
  if (typeof now === 'string') return { state: 'not known', why: 'The clone does not hold it there.' };
  if ((await sha256(now)) === span.fileHash) return { state: 'same', why: 'The whole file is as it was.' };
  if (typeof then === 'string') return { state: 'not known', why: 'The clone does not hold what was cited.' };
  const cited = linesOf(then).slice(span.startLine - 1, span.endLine);
  const at = placeOf(cited, linesOf(now), span.startLine - 1);
  if (at === undefined)
    return { state: 'changed', why: 'The file no longer holds these lines as they were.' };
  if (at === span.startLine - 1)
    return { state: 'same', why: 'The lines are as they were; others of the file are not.' };
  return { state: 'moved', why: `They stand in lines ${at + 1} to ${at + cited.length} now.` };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  return splitLines(decodeText(bytes)?.text ?? '').map((line) => line.replace(/\r?\n$/, ''));
}

/** Where the lines stand, their old place first; one pass over the file's text. */
function placeOf(cited: readonly string[], lines: readonly string[], old: number): number | undefined {
  const wanted = `\n${cited.join('\n')}\n`;
  const isAt = `\n${lines.slice(old, old + cited.length).join('\n')}\n` === wanted;
  if (isAt) return old;
  const text = `\n${lines.join('\n')}\n`;
  const found = text.indexOf(wanted);
  return found < 0 ? undefined : text.slice(0, found).split('\n').length - 1;
}
