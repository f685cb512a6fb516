/** Commits a receipt quotes, composed again from the clone; pull requests and issues, which no clone holds; files that came with the question. */

import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { commitRecordOfGit, decodeText, sha256 } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import { usageError } from '../command-error.ts';
import { compareLines, fetchCommand } from './check-spans.ts';
import type { Checked } from './checked.ts';
import type { GitCommit } from './git-objects.ts';
import { isCommit, type Clone } from './open-clone.ts';

type ReceiptRecord = Receipt['records'][number];

export async function checkRecords(receipt: Receipt, clone: Clone): Promise<readonly Checked[]> {
  const ids = receipt.records.filter(({ kind }) => kind === 'commit').map(({ name }) => name);
  const commits = await clone.commits(ids, receipt.snapshot.commit);
  const rows: Checked[] = [];
  for (const record of receipt.records) {
    const what = `${record.kind} ${record.kind === 'commit' ? record.name.slice(0, 12) : `#${record.name}`} [${record.evidence}]`;
    const found =
      record.kind === 'commit'
        ? await checkCommit(record, commits.get(record.name), { receipt, clone })
        : {
            state: 'not checkable' as const,
            why: 'What was said at the host is in no clone: it cannot be checked offline.',
          };
    rows.push({ what, ...found });
  }
  return rows;
}

async function checkCommit(
  record: ReceiptRecord,
  commit: GitCommit | undefined,
  { receipt, clone }: { readonly receipt: Receipt; readonly clone: Clone },
): Promise<Omit<Checked, 'what'>> {
  if (!isCommit(record.name))
    return { state: 'differs', why: 'It is said to be a commit, and has no id of one.' };
  if (!clone.isGit) return { state: 'not checkable', why: 'A folder without git knows no commits.' };
  if (commit === undefined)
    return { state: 'missing', why: `The clone has no such commit: ${fetchCommand(receipt, record.name)}.` };
  const { id, authoredAt, message } = commit;
  const pullRequest = record.pullRequest ?? undefined;
  for (const author of commit.authors) {
    if ((await sha256(commitRecordOfGit({ id, author, authoredAt, message, pullRequest }))) !== record.hash)
      continue;
    const isHosts = pullRequest !== undefined && !message.includes(`#${pullRequest}`);
    const but = isHosts ? `, but for pull request #${pullRequest}, which is the host’s word` : '';
    return { state: 'holds', why: `Id, author, day and message are those of the commit${but}.` };
  }
  if (record.isMasked)
    return {
      state: 'not checkable',
      why: 'A secret is masked in what was quoted: it cannot be composed again.',
    };
  return { state: 'differs', why: 'Author, day or message are not those of the commit.' };
}

/** @param files given beside the receipt. @throws CommandError where one cannot be read */
export async function checkAttachments(
  receipt: Receipt,
  files: readonly string[],
  workingDirectory: string,
): Promise<readonly Checked[]> {
  const given = await Promise.all(files.map((file) => readGiven(file, workingDirectory)));
  const rows: Checked[] = [];
  for (const one of receipt.attachments) {
    const what = `${one.name}:${one.startLine}-${one.endLine} [${one.evidence}]`;
    const file =
      given.find(({ hash }) => hash === one.fileHash) ??
      given.find(({ name }) => name === basename(one.name));
    if (file === undefined) {
      rows.push({ what, state: 'not checkable', why: 'It came with the question: give it with --file.' });
      continue;
    }
    const found = await compareLines(file.bytes, one);
    rows.push({ what, ...found, why: `${found.why}, in the file given.` });
  }
  return rows;
}

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** As text, as it was sent: of whatever encoding it is, what was hashed is its UTF-8, without the mark that tells the encoding. */
async function readGiven(file: string, workingDirectory: string): Promise<GivenFile> {
  const raw = await readFile(resolve(workingDirectory, file)).catch(() => undefined);
  if (raw === undefined)
    throw usageError(`"${file}" cannot be read.`, 'Give a file that came with the question.');
  const bytes = Buffer.from((decodeText(raw)?.text ?? '').replace(/^\uFEFF/, ''));
  return { name: basename(file), bytes, hash: await sha256(bytes) };
}
