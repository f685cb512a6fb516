/** Makes cases from commits: the message is the question, and the files and definitions that the commit changed are the expected result. */

import { runGit } from '../../../clients/cli/source/run-git.ts';
import type { CaseFacts } from './case-line.ts';
import { findChangedDefinitions } from './changed-definitions.ts';
import type { Definition } from './changed-definitions.ts';
import type { Candidate, Choice } from './choose-commits.ts';
import { readPullRequestNumber } from './clean-message.ts';
import { mapToOlderVersion, changedRange, readHunks } from './line-map.ts';
import type { Hunk, LineRange } from './line-map.ts';

interface ChangeSources {
  readonly folder: string;
  /** Files of the indexed state. */
  readonly paths: ReadonlySet<string>;
  /** Returns the definitions of a file of the indexed state. */
  readonly outline: (path: string) => Promise<readonly Definition[]>;
}

/** Maximum number of lines to map per change. A longer change rewrites the file. */
const maxLines = 2_000;

export async function makeChangeCases(
  { indexCommit, candidates }: Choice,
  sources: ChangeSources,
  count: number,
): Promise<CaseFacts[]> {
  const cases: CaseFacts[] = [];
  for (const candidate of candidates) {
    if (cases.length >= count) break;
    const files = candidate.files.filter((path) => sources.paths.has(path));
    if (files.length === 0) continue;
    const rangesByPath = await findChangedRanges(candidate, { indexCommit, files, folder: sources.folder });
    if (rangesByPath === undefined) continue;
    const definitions: Definition[] = [];
    for (const [path, changed] of rangesByPath)
      definitions.push(...findChangedDefinitions(await sources.outline(path), changed));
    cases.push({
      query: candidate.query,
      files,
      definitions,
      date: new Date(candidate.commit.time * 1000).toISOString().slice(0, 10),
      pr: readPullRequestNumber(candidate.commit.message),
      category: 'change',
    });
  }
  return cases;
}

/** Returns the changed lines of each file as ranges of the indexed state; undefined if the clone lacks a version. */
async function findChangedRanges(
  { commit }: Candidate,
  { indexCommit, files, folder }: { indexCommit: string; files: readonly string[]; folder: string },
): Promise<Map<string, LineRange[]> | undefined> {
  const changes = await readHunksBetween(folder, [commit.parent, commit.id], files);
  const changesSinceIndex = await readHunksBetween(folder, [indexCommit, commit.parent], files);
  if (changes === undefined || changesSinceIndex === undefined) return undefined;
  return new Map(
    files.map((path) => [
      path,
      (changes.get(path) ?? []).flatMap((hunk) => mapToIndexedState(hunk, changesSinceIndex.get(path) ?? [])),
    ]),
  );
}

async function readHunksBetween(
  folder: string,
  [older, newer]: readonly [string, string],
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly Hunk[]> | undefined> {
  const settings = [
    '-c',
    'core.quotePath=false',
    '-c',
    'diff.noprefix=false',
    '-c',
    'diff.mnemonicPrefix=false',
  ];
  const args = ['diff', '-U0', '--no-color', '--no-renames', '--no-ext-diff', older, newer, '--', ...files];
  const { code, stdout } = await runGit(folder, [...settings, '--literal-pathspecs', ...args]);
  return code === 0 ? readHunks(stdout) : undefined;
}

/** Maps a changed hunk of the parent commit to ranges of the indexed state. */
function mapToIndexedState(change: Hunk, changesSinceIndex: readonly Hunk[]): LineRange[] {
  const { first, last, isGap } = changedRange(change);
  if (isGap) {
    const [before, after] = [
      mapToOlderVersion(first, changesSinceIndex),
      mapToOlderVersion(last, changesSinceIndex),
    ];
    const isPoint = !before.isGap && !after.isGap && after.first === before.last + 1;
    return [isPoint ? { first: before.last, last: after.first, isGap: true } : before];
  }
  const lines = Math.min(last - first + 1, maxLines);
  return Array.from({ length: lines }, (_, index) => mapToOlderVersion(first + index, changesSinceIndex));
}
