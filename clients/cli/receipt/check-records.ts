/**
 * Checks the commits that a receipt quotes by rebuilding their records from the clone, and attached files by their
 * hashes. A clone contains no pull requests or issues.
 */

import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { commitRecordFromGit, decodeText, sha256 } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import { usageError } from '../command-error.ts';
import { compareLines, fetchCommand } from './check-spans.ts';
import type { CheckResult } from './check-result.ts';
import type { GitCommit } from './git-objects.ts';
import { isCommit, type Clone } from './open-clone.ts';

type ReceiptRecord = Receipt['records'][number];

export async function checkRecords(receipt: Receipt, clone: Clone): Promise<readonly CheckResult[]> {
  const ids = receipt.records.filter(({ kind }) => kind === 'commit').map(({ name }) => name);
  const commits = await clone.commits(ids, receipt.snapshot.commit);
  const rows: CheckResult[] = [];
  for (const record of receipt.records) {
    const what = `${record.kind} ${record.kind === 'commit' ? record.name.slice(0, 12) : `#${record.name}`} [${record.evidence}]`;
    const outcome =
      record.kind === 'commit'
        ? await checkCommit(record, commits.get(record.name), { receipt, clone })
        : {
            state: 'not checkable' as const,
            why: 'It is stored on the host, not in the clone, so it cannot be checked offline.',
          };
    rows.push({ what, ...outcome });
  }
  return rows;
}

async function checkCommit(
  record: ReceiptRecord,
  commit: GitCommit | undefined,
  { receipt, clone }: { readonly receipt: Receipt; readonly clone: Clone },
): Promise<Omit<CheckResult, 'what'>> {
  if (!isCommit(record.name))
    return { state: 'differs', why: 'It is listed as a commit, but its id is not a commit id.' };
  if (!clone.isGit) return { state: 'not checkable', why: 'A folder without git has no commits.' };
  if (commit === undefined)
    return {
      state: 'missing',
      why: `The clone has no such commit. Run: ${fetchCommand(receipt, record.name)}`,
    };
  const { id, authoredAt, message } = commit;
  const pullRequest = record.pullRequest ?? undefined;
  for (const author of commit.authors) {
    if ((await sha256(commitRecordFromGit({ id, author, authoredAt, message, pullRequest }))) !== record.hash)
      continue;
    const isFromHost = pullRequest !== undefined && !message.includes(`#${pullRequest}`);
    const exception = isFromHost ? `, except pull request #${pullRequest}, which only the host states` : '';
    return { state: 'holds', why: `Id, author, day and message match the commit${exception}.` };
  }
  if (record.isMasked)
    return {
      state: 'not checkable',
      why: 'A secret is masked in the quoted text, so the record cannot be rebuilt.',
    };
  return { state: 'differs', why: 'Author, day or message differ from the commit.' };
}

/** @param files paths given with --file. @throws CommandError when a file cannot be read */
export async function checkAttachments(
  receipt: Receipt,
  files: readonly string[],
  workingDirectory: string,
): Promise<readonly CheckResult[]> {
  const attached = await Promise.all(files.map((file) => readAttachedFile(file, workingDirectory)));
  const rows: CheckResult[] = [];
  for (const attachment of receipt.attachments) {
    const what = `${attachment.name}:${attachment.startLine}-${attachment.endLine} [${attachment.evidence}]`;
    const file =
      attached.find(({ hash }) => hash === attachment.fileHash) ??
      attached.find(({ name }) => name === basename(attachment.name));
    if (file === undefined) {
      rows.push({
        what,
        state: 'not checkable',
        why: 'It was attached to the question: pass it with --file.',
      });
      continue;
    }
    const outcome = await compareLines(file.bytes, attachment);
    rows.push({ what, ...outcome, why: `${outcome.why}, in the attached file.` });
  }
  return rows;
}

interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Re-encodes the file as UTF-8 without a byte order mark, as it was sent and hashed. */
async function readAttachedFile(file: string, workingDirectory: string): Promise<AttachedFile> {
  const raw = await readFile(resolve(workingDirectory, file)).catch(() => undefined);
  if (raw === undefined)
    throw usageError(`"${file}" cannot be read.`, 'Pass a file that was attached to the question.');
  const bytes = Buffer.from((decodeText(raw)?.text ?? '').replace(/^\uFEFF/, ''));
  return { name: basename(file), bytes, hash: await sha256(bytes) };
}
