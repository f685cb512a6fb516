/** Lines a receipt cites, compared with the file as the commit has it: the hash of the whole file, then of the lines. */

import { decodeText, sha256, splitLines } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import type { Checked } from './checked.ts';
import { isCommit, type Clone } from './open-clone.ts';

export type ReceiptSpan = Receipt['spans'][number];

/** Lines of a file, and the hashes they are to have. */
interface HashedLines {
  readonly startLine: number;
  readonly endLine: number;
  readonly fileHash: string;
  readonly spanHash: string;
}

/** One row a span, in their order. */
export async function checkSpans(receipt: Receipt, clone: Clone): Promise<readonly Checked[]> {
  const rows: Checked[] = [];
  for (const span of receipt.spans) {
    const what = `${span.path}:${span.startLine}-${span.endLine} [${span.evidence}]`;
    rows.push({ what, ...(await checkSpan(span, receipt, clone)) });
  }
  return rows;
}

type Found = Omit<Checked, 'what'>;

async function checkSpan(span: ReceiptSpan, receipt: Receipt, clone: Clone): Promise<Found> {
  const file = await clone.fileAt(span.commit, span.path);
  if (typeof file === 'string') return whyAbsent(file, span, { receipt, clone });
  const found = await compareLines(file, span);
  const of = isCommit(span.commit) && clone.isGit ? `commit ${span.commit.slice(0, 12)}` : 'the folder';
  return { ...found, why: `${found.why}, in ${of}.` };
}

/** @returns why without its full stop */
export async function compareLines(bytes: Uint8Array, hashed: HashedLines): Promise<Found> {
  const asItIs = await hashesOf(bytes, hashed);
  const isSame = (one: Hashes): boolean => one.file === hashed.fileHash && one.span === hashed.spanHash;
  if (isSame(asItIs)) return { state: 'holds', why: 'the file and the lines are the same, byte for byte' };
  // What was indexed may have been a checkout on a system whose lines end in CR and LF.
  const text = Buffer.from(bytes).toString('latin1');
  const checkedOut = await hashesOf(Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1'), hashed);
  if (isSame(checkedOut))
    return {
      state: 'holds',
      why: 'the file and the lines are the same but for line ends: a checkout’s were cited',
    };
  const lines = `lines ${hashed.startLine} to ${hashed.endLine}`;
  if (asItIs.file === hashed.fileHash)
    return differs(`the file is the same, but not what is said of ${lines}`);
  const same = asItIs.span === hashed.spanHash;
  return differs(
    `the file is another: ${lines} ${same ? 'are the same, other lines are not' : 'are others too'}`,
  );
}

interface Hashes {
  readonly file: string;
  /** Undefined where it has no such lines. */
  readonly span: string | undefined;
}

async function hashesOf(bytes: Uint8Array, { startLine, endLine }: HashedLines): Promise<Hashes> {
  const lines = splitLines(decodeText(bytes)?.text ?? '');
  const isThere = startLine >= 1 && startLine <= endLine && endLine <= lines.length;
  const cited = isThere ? lines.slice(startLine - 1, endLine).join('') : undefined;
  return { file: await sha256(bytes), span: cited === undefined ? undefined : await sha256(cited) };
}

function differs(why: string): Found {
  return { state: 'differs', why };
}

function missing(why: string): Found {
  return { state: 'missing', why };
}

function whyAbsent(
  absence: 'commit' | 'path' | 'object' | 'file',
  span: ReceiptSpan,
  { receipt, clone }: { readonly receipt: Receipt; readonly clone: Clone },
): Found {
  const { kind } = receipt.repository;
  if (absence === 'path')
    return {
      state: 'differs',
      why: `Commit ${span.commit.slice(0, 12)} has no such file in ${clone.description}; if a folder below was indexed, give that.`,
    };
  if (absence === 'object')
    return missing('The commit has it, this clone of some objects does not: git fetch --refetch.');
  if (absence === 'commit' && isCommit(span.commit))
    return missing(
      `The clone has no commit ${span.commit.slice(0, 12)}: ${fetchCommand(receipt, span.commit)}.`,
    );
  if (kind === 'web')
    return {
      state: 'not checkable',
      why: `It is a page of ${receipt.repository.source ?? 'the web'}, not a file of a clone.`,
    };
  if (absence === 'commit')
    return missing('The files were those of no commit: give the folder that was indexed.');
  return missing(`There is no such file in ${clone.description}: give the folder that was indexed.`);
}

/** What brings a commit that is not here. */
export function fetchCommand({ repository }: Receipt, commit: string): string {
  const from =
    repository.source !== null && /^https:\/\/github\.com\/[\w./-]+$/.test(repository.source)
      ? repository.source
      : 'origin';
  return `git fetch ${from} ${commit}`;
}
