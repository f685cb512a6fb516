/**
 * `past <clone>`: 300 pull requests and 500 issues made over a real repository, served by a GitHub on loopback and fetched through the
 * public door, once undisturbed and once with two limits, a bad gateway, a slow page and the whole server killed. Both must leave the same rows.
 */

import { join, resolve } from 'node:path';
import { usageError } from '../../clients/cli/command-error.ts';
import { table } from '../../clients/cli/table.ts';
import { gitFolder } from '../eval/find-clone.ts';
import { fetchPast, pastFaults } from '../support/fetch-past.ts';
import { makeDiscussions } from '../support/github/discussions.ts';
import type { Bench } from './bench.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';
import { withFolder } from './with-server.ts';

const wanted = { pullRequests: 300, issues: 500 };

export const pastBench: Bench = async ([clone], { signal, terminal }) => {
  if (clone === undefined) throw usageError('A clone is needed.', 'npm run -s bench -- past <clone>');
  const folder = gitFolder(resolve(clone));
  terminal.note(`Making ${wanted.pullRequests} pull requests and ${wanted.issues} issues`);
  const { pullRequests, issues } = await makeDiscussions({ folder, ...wanted, seed: 1 });
  const repository = { owner: 'bench', name: 'past', folder, pullRequests, issues };
  const progress = (calls: number, pages: number): void =>
    terminal.overwrite(`${calls} calls, ${pages} pages of discussions`);
  return withFolder('past', async (data) => {
    const [calm, disturbed] = [join(data, 'calm'), join(data, 'disturbed')];
    const undisturbed = await fetchPast({ repository, dataDirectory: calm, signal, progress });
    const run = await fetchPast({ repository, dataDirectory: disturbed, ...pastFaults, signal, progress });
    terminal.overwrite('');
    const differing = differingRows(fingerprintRows(calm), fingerprintRows(disturbed));
    const told = {
      pullRequests: pullRequests.length,
      issues: issues.length,
      undisturbed,
      disturbed: run,
      rowDifferences: [...differing.values()].reduce((sum, count) => sum + count, 0),
      tables: Object.fromEntries(differing),
    };
    terminal.print(table(Object.entries(told).map(([what, value]) => [what, JSON.stringify(value)])));
    return told;
  });
};
