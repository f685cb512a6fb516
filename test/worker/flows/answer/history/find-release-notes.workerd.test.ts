/** Release notes in history answers, which are cited only if they describe the change. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import type { Answer } from '../../../../../worker/contract/answers/schema.ts';
import type { TurnEvent } from '../../../../../worker/core/answers/conversation.ts';
import { sha256 } from '../../../../../worker/core/text/hash.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { createApp } from '../../../../../worker/http/app.ts';
import { parseConfig } from '../../../../../worker/runtime/config.ts';
import { createCommit, createCommitId } from '../../../../support/samples/commits.ts';
import { createMemoryConversations } from '../../../../support/fakes/memory-conversations.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const pool = `class Pool:
    """Connections kept open between requests."""

    def release(self, socket):
        if socket.stale:
            socket.close()
        self.free.append(socket)

    def drain(self):
        self.free.clear()
`;
const changelog = `# Changelog

## [2.1.0] - 2024-02-01

### Fixes

- Sockets that went stale are thrown away, where the next request would hang. PR #12 by @ann.
- The wording of a warning is mended (#121).

## [2.0.0] - 2023-06-01

- Add \`Pool.drain\`, which closes every connection.
- Readers of \`Pool.drain\` are told what it costs.

## [1.0.0] - 2022-01-01

- The first version.
`;

let bench: Workbench;
let id: string;
const open = async (notes: Readonly<Record<string, string>>): Promise<void> => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    conversations: {
      ...createMemoryConversations(),
      ask: (key, turn) => Promise.resolve(runTurn({ ...key, ...turn })),
    },
  }));
  ({ id } = await uploadAndIndex(bench, {
    'src/pool.py': pool,
    'README.md': '# Pools\n\nFor requests.\n',
    ...notes,
  }));
  const key = toHistoryKey(await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined }));
  const { historyStore } = bench.services;
  await historyStore.saveCommits(key, [
    createCommit('c3', 1_706_000_000, {
      parents: ['c2'],
      message: 'Close stale sockets on release (#12)\n',
      pullRequest: { number: 12, title: undefined },
      files: ['src/pool.py'],
    }),
    createCommit('c2', 1_680_000_000, { parents: ['c1'], message: 'Drain it', files: ['src/pool.py'] }),
    createCommit('c1', 1_640_000_000, { message: 'Keep connections in a pool', files: ['src/pool.py'] }),
  ]);
  const added = { step: 'added' as const, path: 'src/pool.py', before: undefined };
  const nodes = ['c1', 'c3', 'c2'].map((name) => ({ ...added, commit: createCommitId(name) }));
  const runs = [
    { lines: 4, node: 0, line: 1 },
    { lines: 2, node: 1, line: 5 },
    { lines: 1, node: 0, line: 5 },
    { lines: 3, node: 2, line: 8 },
  ];
  await historyStore.saveOrigins(key, [{ path: 'src/pool.py', hash: await sha256(pool), nodes, runs }]);
  await historyStore.end(key, { tip: createCommitId('c3'), since: undefined, notes: [] });
};

async function* runTurn(
  request: Parameters<typeof takeTurn>[1] & { readonly id: string },
): AsyncGenerator<TurnEvent> {
  const { events, snapshotId: snapshot } = await takeTurn(bench.services, { ...request, earlier: [] });
  yield { type: 'begin', turn: request.id, number: 1, question: request.question, snapshot, cached: false };
  yield* events;
}

async function post(question: string): Promise<Answer> {
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  const response = await app.fetch(
    new Request(`http://localhost/v1/repositories/${id}/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ question }),
    }),
    env,
  );
  return response.json<Answer>();
}

/** Returns the first line of each cited part of a file. */
const citedLines = ({ evidence }: Answer, path: string): readonly number[] =>
  evidence.flatMap((item) =>
    'path' in item && item.path === path && item.text !== '' ? [item.startLine] : [],
  );
const claimStates = ({ claims }: Answer) => claims.map(({ state }) => state);

describe('release notes', () => {
  beforeEach(() => open({ 'CHANGELOG.md': changelog }));

  it('are quoted with the commit whose number they state, under the version of the entry', async () => {
    const result = await post('Why is a stale socket closed on release?');
    expect(result.answer).toContain(
      'The release notes say under “2.1.0”: “Sockets that went stale are thrown away, where the next request would hang.”',
    );
    expect(result.answer).not.toContain('wording of a warning');
    expect(citedLines(result, 'CHANGELOG.md')).toEqual(expect.arrayContaining([3, 7]));
    expect(claimStates(result)).toEqual(result.claims.map(() => 'verified'));
  });

  it('are quoted where they introduce a name, not where they mention it again', async () => {
    const result = await post('When was `Pool.drain` added?');
    expect(result.answer).toContain('under “2.0.0”: “Add `Pool.drain`, which closes every connection.”');
    expect(result.answer).not.toContain('what it costs');
    expect(claimStates(result)).toEqual(result.claims.map(() => 'verified'));
  });

  it('answer what changed in a version, indexed or not', async () => {
    const result = await post('What changed in v2.0.0?');
    expect(result).toMatchObject({ refused: false, confidence: 'high' });
    expect(result.answer).toContain('under “2.0.0”: “Readers of `Pool.drain` are told what it costs.”');
    expect(result.answer).not.toContain('“2.1.0”');
    expect(result.reading.notes?.join()).toContain('`v2.0.0` is not indexed');
    expect(await post('What changed in v2.4.0?')).toMatchObject({ refused: true });
  });

  it('are not cited for a commit that they do not describe', async () => {
    const result = await post('Why does `Pool` keep connections open between requests?');
    expect(result.refused).toBe(false);
    expect(result.answer).toContain('Keep connections in a pool');
    expect(result.answer).not.toContain('release notes');
  });

  it('are not used if the question is not about history', async () => {
    expect((await post('What does `Pool.drain` do?')).answer).not.toContain('release notes');
  });
});

it('does not treat a file without version headings as release notes', async () => {
  await open({ 'CHANGES.md': '# Changes\n\n- Stale sockets are closed on release. PR #12\n' });
  expect((await post('Why is a stale socket closed on release?')).answer).not.toContain('release notes');
});
