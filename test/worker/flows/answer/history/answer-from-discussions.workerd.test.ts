/** Answers that quote pull requests and issues, with author, date and a citation for each step. Nothing is newer than the version. */
import { beforeEach, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { findHistory } from '../../../../../worker/flows/answer/history/find-history.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { createCommit, createCommitId } from '../../../../support/samples/commits.ts';
import { issue, pullRequest, comment } from '../../../../support/samples/discussions.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const pool = `class Pool:
    """Connections kept open between requests."""

    def release(self, socket):
        if socket.stale:
            socket.close()
        self.free.append(socket)
`;
const day = (text: string) => Date.parse(`${text}T10:00:00Z`);

let bench: Workbench;
let id: string;

beforeEach(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  ({ id } = await uploadAndIndex(bench, {
    'src/pool.py': pool,
    'README.md': '# Pools\n\nA pool of connections.\n',
  }));
  const resolved = await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined });
  const key = toHistoryKey(resolved);
  await bench.services.historyStore.saveCommits(key, [
    createCommit('c3', day('2026-03-04') / 1_000, {
      parents: ['c1'],
      message: 'Close stale sockets on release',
      files: ['src/pool.py'],
    }),
    createCommit('c1', 1_600_000_000, { message: 'Keep connections in a pool', files: ['src/pool.py'] }),
  ]);
  await bench.services.historyStore.end(key, { tip: createCommitId('c3'), since: undefined, notes: [] });
  await bench.services.discussionStore.save(key, [
    pullRequest(12, {
      title: 'Close stale sockets',
      author: 'alice',
      openedAt: day('2026-03-01'),
      closedAt: day('2026-03-04'),
      body: 'Sockets that went stale are closed now.',
      mergeCommit: createCommitId('c3'),
      closes: [7],
      comments: [
        comment('Keeping a stale socket open costs the balancer 30 seconds each, so release must close it.', {
          author: 'bob',
          writtenAt: day('2026-03-02'),
        }),
        comment('Coverage of stale socket release: 98 %, and so on and so forth.', {
          author: 'codecov[bot]',
        }),
      ],
    }),
    issue(7, {
      title: 'Requests hang behind the balancer',
      author: 'carol',
      openedAt: day('2026-02-20'),
      closedAt: day('2026-03-04'),
      body: 'Every tenth request hangs for half a minute.',
    }),
    pullRequest(40, {
      title: 'Keep stale sockets open on release',
      body: 'A stale socket must stay open on release, whatever was said.',
      mergeCommit: createCommitId('future'),
    }),
  ]);
});

it('quotes a reason with its author and date, and cites a record for each step', async () => {
  const answer = await askWorkbench(bench.services, {
    id,
    question: 'Why is a stale socket closed on release?',
  });
  expect(answer.text).toMatch(
    /`bob` wrote on 2026-03-02 in pull request `#12`: “Keeping a stale socket open costs the balancer 30 seconds each, so release must close it\.” \[chunk:e\d+\]/,
  );
  expect(answer.text).toMatch(
    /Pull request `#12`, “Close stale sockets”, brought commit `633300000` \[chunk:e\d+\]/,
  );
  expect(answer.text).toMatch(/Pull request `#12` closes issue `#7` \[chunk:e\d+\]/);
  expect(answer.text).toContain('`carol` wrote on 2026-02-20 in issue `#7`');
  expect(answer.text).toContain('The chain ends with issue #7');
  expect(answer.claims.filter(({ state }) => state !== 'verified').map(({ text }) => text)).toEqual([]);
  expect(answer.discussions.map(({ kind, number }) => [kind, number])).toEqual([
    ['pull-request', 12],
    ['issue', 7],
  ]);
});

it('excludes pull requests merged into another version, and comments by bots', async () => {
  const answer = await askWorkbench(bench.services, {
    id,
    question: 'Why is a stale socket closed on release?',
  });
  expect(answer.text).not.toContain('#40');
  expect(answer.text).not.toContain('codecov');
});

it('ranks discussions that it finds by words or through commits together with commits', async () => {
  const resolved = await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined });
  const found = await findHistory(bench.services, resolved, {
    question: 'Why does a request hang for half a minute?',
  });
  expect(found.discussions.ranked.map(({ discussion }) => discussion.number).slice(0, 2)).toEqual([7, 12]);
  expect(found.discussions.closes).toEqual([[12, 7]]);
  expect(found.discussions.ranked[0]?.score).toBeGreaterThan(found.commits[0]?.score ?? 0);
});

it('states a link once, even if the question names both ends', async () => {
  const answer = await askWorkbench(bench.services, {
    id,
    question: 'Why were stale sockets closed in #12, and why did requests hang in #7?',
  });
  const [closing] = answer.discussions.filter(({ number }) => number === 12);
  expect(closing?.closes).toEqual([7]);
  expect(closing?.text).toMatch(/^Closes: #7$/m);
  const [closed] = answer.discussions.filter(({ number }) => number === 7);
  expect(closed?.text).toMatch(/^Closed by: #12$/m);
});
