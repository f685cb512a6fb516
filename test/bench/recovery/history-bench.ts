/**
 * `past <clone>`: generates 300 pull requests and 500 issues for a real repository and fetches them twice from a GitHub on loopback through the
 * public API. The second run has two rate limits, a bad gateway, a slow page and a killed server. Both runs must store the same rows.
 */

import { join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { findGitFolder } from '../../eval/find-clone.ts';
import { fetchHistory, historyFaults } from '../../support/server/fetch-history.ts';
import { createDiscussions } from '../../support/github/discussions/create-discussions.ts';
import { type Bench, withFolder } from '../bench.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';

const counts = { pullRequests: 300, issues: 500 };

export const historyBench: Bench = async ([clone], { signal, terminal }) => {
  if (clone === undefined) throw usageError('No clone was given.', 'npm run -s bench -- past <clone>');
  const folder = findGitFolder(resolve(clone));
  terminal.note(`Generating ${counts.pullRequests} pull requests and ${counts.issues} issues`);
  const { pullRequests, issues } = await createDiscussions({ folder, ...counts, seed: 1 });
  const repository = { owner: 'bench', name: 'past', folder, pullRequests, issues };
  const progress = (calls: number, pages: number): void =>
    terminal.overwrite(`${calls} calls, ${pages} pages of discussions`);
  return withFolder('past', async (data) => {
    const [uninterruptedData, interruptedData] = [join(data, 'calm'), join(data, 'disturbed')];
    const undisturbed = await fetchHistory({
      repository,
      dataDirectory: uninterruptedData,
      signal,
      progress,
    });
    const run = await fetchHistory({
      repository,
      dataDirectory: interruptedData,
      ...historyFaults,
      signal,
      progress,
    });
    terminal.overwrite('');
    const differing = differingRows(fingerprintRows(uninterruptedData), fingerprintRows(interruptedData));
    const figures = {
      pullRequests: pullRequests.length,
      issues: issues.length,
      undisturbed,
      disturbed: run,
      rowDifferences: [...differing.values()].reduce((sum, count) => sum + count, 0),
      tables: Object.fromEntries(differing),
    };
    terminal.print(
      formatTable(Object.entries(figures).map(([figure, value]) => [figure, JSON.stringify(value)])),
    );
    return figures;
  });
};
