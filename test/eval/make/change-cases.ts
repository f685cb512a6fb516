/** Makes cases from commits: the message is the question, the changed files and the definitions before the change are the answer. */

import { runGit } from '../../../clients/cli/source/run-git.ts';
import type { CaseFacts } from './case-line.ts';
import { changedDefinitions } from './changed-definitions.ts';
import type { Definition } from './changed-definitions.ts';
import type { Candidate, Choice } from './choose-commits.ts';
import { readPullRequestNumber } from './clean-message.ts';
import { olderPlace, changedRange, readHunks } from './line-map.ts';
import type { Hunk, LinePlace } from './line-map.ts';

interface ChangeSources {
  readonly folder: string;
  /** Files of the indexed state. */
  readonly paths: ReadonlySet<string>;
  /** Definitions of a file of the indexed state. */
  readonly outline: (path: string) => Promise<readonly Definition[]>;
}

/** Maximum number of lines to follow per change; more means a rewritten file. */
const maxLines = 2_000;

export async function changeCases(
  { indexCommit, candidates }: Choice,
  sources: ChangeSources,
  count: number,
): Promise<CaseFacts[]> {
  const cases: CaseFacts[] = [];
  for (const candidate of candidates) {
    if (cases.length >= count) break;
    const files = candidate.files.filter((path) => sources.paths.has(path));
    if (files.length === 0) continue;
    const places = await changedPlaces(candidate, { indexCommit, files, folder: sources.folder });
    if (places === undefined) continue;
    const definitions: Definition[] = [];
    for (const [path, changed] of places)
      definitions.push(...changedDefinitions(await sources.outline(path), changed));
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

/** The changed lines of each file, as places in the indexed state; undefined if the clone lacks a version. */
async function changedPlaces(
  { commit }: Candidate,
  { indexCommit, files, folder }: { indexCommit: string; files: readonly string[]; folder: string },
): Promise<Map<string, LinePlace[]> | undefined> {
  const changes = await hunksBetween(folder, [commit.parent, commit.id], files);
  const drift = await hunksBetween(folder, [indexCommit, commit.parent], files);
  if (changes === undefined || drift === undefined) return undefined;
  return new Map(
    files.map((path) => [
      path,
      (changes.get(path) ?? []).flatMap((hunk) => older(hunk, drift.get(path) ?? [])),
    ]),
  );
}

async function hunksBetween(
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

/** Maps a change of the parent to places in the indexed state. */
function older(change: Hunk, drift: readonly Hunk[]): LinePlace[] {
  const { first, last, between } = changedRange(change);
  if (between) {
    const [before, after] = [olderPlace(first, drift), olderPlace(last, drift)];
    const isPoint = !before.between && !after.between && after.first === before.last + 1;
    return [isPoint ? { first: before.last, last: after.first, between: true } : before];
  }
  const lines = Math.min(last - first + 1, maxLines);
  return Array.from({ length: lines }, (_, index) => olderPlace(first + index, drift));
}
