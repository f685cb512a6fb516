/** Indexes the commits of a clone in memory as the server does: words of messages and paths, and the words of changed lines. */

import { readChangedWords } from '../../../clients/cli/history/read-changed-words.ts';
import { readCommits } from '../../../clients/cli/history/read-commits.ts';
import { listCommits } from '../../../clients/cli/history/read-git-history.ts';
import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { splitCommitMessage } from '../../../worker/core/history/commit-record.ts';
import { extractTerms } from '../../../worker/core/text/terms.ts';
import { readCommitReferences } from '../../../worker/ingestion/history/read-commit-references.ts';
import type { ChangedTerms } from '../../../worker/ports/history-store.ts';

export interface IndexedChange {
  readonly commit: ExportedCommit;
  readonly subject: string;
  readonly pullRequest: number | undefined;
  readonly issues: readonly number[];
  readonly changed: ChangedTerms;
  /** Weighted counts of the terms of each table, and the length of its text. */
  readonly message: TextCounts;
  readonly lines: TextCounts;
}

interface TextCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

export interface ChangeIndex {
  readonly changes: readonly IndexedChange[];
  /** The number of commits with a term. */
  readonly frequencyOf: (term: string) => number;
  /** BM25 scores of all commits, as the full-text tables of the server compute them. */
  readonly score: (terms: readonly string[], table: 'message' | 'lines') => readonly number[];
}

const batchSize = 300;
const maxCommits = 30_000;
const weights = { subject: 4, body: 1, paths: 2, added: 1.5, removed: 1, tests: 1.2, documents: 1.2 };
const saturation = 1.2;
const lengthWeight = 0.75;
const minRarity = 1e-6;

export async function indexChanges(folder: string, tip: string, signal: AbortSignal): Promise<ChangeIndex> {
  const git = { folder, tip, prefix: '', isWorkTree: false };
  const ids: string[] = [];
  for await (const id of listCommits(git, { since: undefined, max: maxCommits, signal })) ids.push(id);
  const changes: IndexedChange[] = [];
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize);
    const reading = { folder, prefix: '', boundary: new Set<string>(), withFiles: true, signal };
    const words = await readChangedWords(batch, reading);
    for await (const commit of readCommits(batch, reading)) {
      const own = words.get(commit.id);
      changes.push(toIndexedChange(own === undefined ? commit : { ...commit, words: own }));
    }
  }
  return buildIndex(changes);
}

function toIndexedChange(commit: ExportedCommit): IndexedChange {
  const { subject, body } = splitCommitMessage(commit.message);
  const { pullRequest, issues } = readCommitReferences(commit.message);
  const paths = new Set(commit.files.flatMap(([path]) => extractTerms(path)));
  const { words } = commit;
  const [added, removed, tests, documents] = [
    words?.added,
    words?.removed,
    words?.tests,
    words?.documents,
  ].map(toTerms);
  const changed = {
    paths,
    added: added ?? new Set(),
    removed: removed ?? new Set(),
    tests: tests ?? new Set(),
    documents: documents ?? new Set(),
  };
  return {
    commit,
    subject,
    pullRequest: pullRequest?.number,
    issues,
    changed,
    message: countTerms([
      [extractTerms(subject), weights.subject],
      [extractTerms(body), weights.body],
      [paths, weights.paths],
    ]),
    lines: countTerms([
      [changed.added, weights.added],
      [changed.removed, weights.removed],
      [changed.tests, weights.tests],
      [changed.documents, weights.documents],
    ]),
  };
}

function toTerms(text: string | undefined): ReadonlySet<string> {
  return new Set(extractTerms(text ?? ''));
}

function countTerms(fields: readonly (readonly [Iterable<string>, number])[]): TextCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const [terms, weight] of fields)
    for (const term of terms) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += 1;
    }
  return { counts, length };
}

function buildIndex(changes: readonly IndexedChange[]): ChangeIndex {
  const tables = { message: countTable(changes, 'message'), lines: countTable(changes, 'lines') };
  return {
    changes,
    frequencyOf: (term) =>
      Math.max(tables.message.frequencies.get(term) ?? 0, tables.lines.frequencies.get(term) ?? 0),
    score: (terms, table) => {
      const { frequencies, meanLength } = tables[table];
      const rarities = terms.map((term) => {
        const frequency = frequencies.get(term) ?? 0;
        return Math.max(minRarity, Math.log((changes.length - frequency + 0.5) / (frequency + 0.5)));
      });
      return changes.map(({ [table]: { counts, length } }) =>
        terms.reduce((sum, term, index) => {
          const count = counts.get(term) ?? 0;
          const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength);
          return count === 0
            ? sum
            : sum + ((rarities[index] ?? 0) * count * (saturation + 1)) / (count + norm);
        }, 0),
      );
    },
  };
}

function countTable(changes: readonly IndexedChange[], table: 'message' | 'lines') {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const change of changes) {
    length += change[table].length;
    for (const term of change[table].counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return { frequencies, meanLength: Math.max(1, length / Math.max(1, changes.length)) };
}
