/**
 * Compares cited lines with the file at the cited commit: first the hash of the whole file, then the hash of the
 * lines.
 */

import { decodeText, sha256, splitLines } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import type { CheckResult } from './check-result.ts';
import { isCommit, type Clone } from './open-clone.ts';

export type ReceiptSpan = Receipt['spans'][number];

/** Lines of a file and their expected hashes. */
interface HashedLines {
  readonly startLine: number;
  readonly endLine: number;
  readonly fileHash: string;
  readonly spanHash: string;
}

/** Returns one row per span, in order. */
export async function checkSpans(receipt: Receipt, clone: Clone): Promise<readonly CheckResult[]> {
  const rows: CheckResult[] = [];
  for (const span of receipt.spans) {
    const what = `${span.path}:${span.startLine}-${span.endLine} [${span.evidence}]`;
    rows.push({ what, ...(await checkSpan(span, receipt, clone)) });
  }
  return rows;
}

type CheckOutcome = Omit<CheckResult, 'what'>;

async function checkSpan(span: ReceiptSpan, receipt: Receipt, clone: Clone): Promise<CheckOutcome> {
  const file = await clone.fileAt(span.commit, span.path);
  if (typeof file === 'string') return describeAbsence(file, span, { receipt, clone });
  const outcome = await compareLines(file, span);
  const location = isCommit(span.commit) && clone.isGit ? `commit ${span.commit.slice(0, 12)}` : 'the folder';
  return { ...outcome, why: `${outcome.why}, in ${location}.` };
}

/** @returns the reason without its final period */
export async function compareLines(bytes: Uint8Array, hashed: HashedLines): Promise<CheckOutcome> {
  const current = await hashLines(bytes, hashed);
  const isSame = (hashes: Hashes): boolean =>
    hashes.file === hashed.fileHash && hashes.span === hashed.spanHash;
  if (isSame(current)) return { state: 'holds', why: 'the file and the lines are identical' };
  // The indexed files may come from a checkout with CRLF line endings.
  const text = Buffer.from(bytes).toString('latin1');
  const checkedOut = await hashLines(Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1'), hashed);
  if (isSame(checkedOut))
    return {
      state: 'holds',
      why: 'the file and the lines are identical except for CRLF line endings',
    };
  const lines = `lines ${hashed.startLine} to ${hashed.endLine}`;
  if (current.file === hashed.fileHash)
    return differs(`the file is identical, but the hash of ${lines} differs`);
  const isSameSpan = current.span === hashed.spanHash;
  return differs(
    `the file differs: ${lines} ${isSameSpan ? 'are identical, other lines differ' : 'differ too'}`,
  );
}

interface Hashes {
  readonly file: string;
  /** Undefined when the file has no such lines. */
  readonly span: string | undefined;
}

async function hashLines(bytes: Uint8Array, { startLine, endLine }: HashedLines): Promise<Hashes> {
  const lines = splitLines(decodeText(bytes)?.text ?? '');
  const exists = startLine >= 1 && startLine <= endLine && endLine <= lines.length;
  const cited = exists ? lines.slice(startLine - 1, endLine).join('') : undefined;
  return { file: await sha256(bytes), span: cited === undefined ? undefined : await sha256(cited) };
}

function differs(reason: string): CheckOutcome {
  return { state: 'differs', why: reason };
}

function missing(reason: string): CheckOutcome {
  return { state: 'missing', why: reason };
}

function describeAbsence(
  absence: 'commit' | 'path' | 'object' | 'file',
  span: ReceiptSpan,
  { receipt, clone }: { readonly receipt: Receipt; readonly clone: Clone },
): CheckOutcome {
  const { kind } = receipt.repository;
  if (absence === 'path')
    return {
      state: 'differs',
      why: `Commit ${span.commit.slice(0, 12)} has no such file in ${clone.description}; if a subfolder was indexed, pass that folder.`,
    };
  if (absence === 'object')
    return missing('The commit contains the file, but this partial clone does not. Run: git fetch --refetch');
  if (absence === 'commit' && isCommit(span.commit))
    return missing(
      `The clone has no commit ${span.commit.slice(0, 12)}. Run: ${fetchCommand(receipt, span.commit)}`,
    );
  if (kind === 'web')
    return {
      state: 'not checkable',
      why: `The source is a page of ${receipt.repository.source ?? 'the web'}, so no clone can confirm it.`,
    };
  if (absence === 'commit')
    return missing('The indexed files are not from a commit. Pass the indexed folder.');
  return missing(`There is no such file in ${clone.description}. Pass the indexed folder.`);
}

/** Returns the command that fetches a missing commit. */
export function fetchCommand({ repository }: Receipt, commit: string): string {
  const remote =
    repository.source !== null && /^https:\/\/github\.com\/[\w./-]+$/.test(repository.source)
      ? repository.source
      : 'origin';
  return `git fetch ${remote} ${commit}`;
}
