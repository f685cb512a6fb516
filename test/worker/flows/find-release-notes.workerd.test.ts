/** Release notes beside commits, through the door: cited where they say something of the change, and nowhere else. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import type { Answer } from '../../../worker/contract/answer.ts';
import type { TurnEvent } from '../../../worker/core/conversation.ts';
import { sha256 } from '../../../worker/core/hash.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { historyKeyOf } from '../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { takeTurn } from '../../../worker/flows/take-turn.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { commit, commitId } from '../../support/commits.ts';
import { createMemoryConversations } from '../../support/memory-conversations.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';

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
      ask: (key, turn) => Promise.resolve(turnOf({ ...key, ...turn })),
    },
  }));
  ({ id } = await indexed(bench, {
    'src/pool.py': pool,
    'README.md': '# Pools\n\nFor requests.\n',
    ...notes,
  }));
  const key = historyKeyOf(await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined }));
  const { historyStore } = bench.services;
  await historyStore.saveCommits(key, [
    commit('c3', 1_706_000_000, {
      parents: ['c2'],
      message: 'Close stale sockets on release (#12)\n',
      pullRequest: { number: 12, title: undefined },
      files: ['src/pool.py'],
    }),
    commit('c2', 1_680_000_000, { parents: ['c1'], message: 'Drain it', files: ['src/pool.py'] }),
    commit('c1', 1_640_000_000, { message: 'Keep connections in a pool', files: ['src/pool.py'] }),
  ]);
  const added = { step: 'added' as const, path: 'src/pool.py', before: undefined };
  const nodes = ['c1', 'c3', 'c2'].map((name) => ({ ...added, commit: commitId(name) }));
  const runs = [
    { lines: 4, node: 0, line: 1 },
    { lines: 2, node: 1, line: 5 },
    { lines: 1, node: 0, line: 5 },
    { lines: 3, node: 2, line: 8 },
  ];
  await historyStore.saveOrigins(key, [{ path: 'src/pool.py', hash: await sha256(pool), nodes, runs }]);
  await historyStore.end(key, { tip: commitId('c3'), since: undefined, notes: [] });
};

async function* turnOf(
  asked: Parameters<typeof takeTurn>[1] & { readonly id: string },
): AsyncGenerator<TurnEvent> {
  const { events, snapshotId: snapshot } = await takeTurn(bench.services, { ...asked, earlier: [] });
  yield { type: 'begin', turn: asked.id, number: 1, question: asked.question, snapshot, cached: false };
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

/** What of an answer is cited from the file of the notes, by the first line of each stretch. */
const citedOf = ({ evidence }: Answer, path: string): readonly number[] =>
  evidence.flatMap((one) => ('path' in one && one.path === path && one.text !== '' ? [one.startLine] : []));
const statesOf = ({ claims }: Answer) => claims.map(({ state }) => state);

describe('with release notes', () => {
  beforeEach(() => open({ 'CHANGELOG.md': changelog }));

  it('are quoted beside the commit whose number they give, under the version they say it of', async () => {
    const told = await post('Why is a stale socket closed on release?');
    expect(told.answer).toContain(
      'The release notes say under “2.1.0”: “Sockets that went stale are thrown away, where the next request would hang.”',
    );
    expect(told.answer).not.toContain('wording of a warning');
    expect(citedOf(told, 'CHANGELOG.md')).toEqual(expect.arrayContaining([3, 7]));
    expect(statesOf(told)).toEqual(told.claims.map(() => 'verified'));
  });

  it('are quoted where they say that a name is new, and not where they say more of it', async () => {
    const told = await post('When was `Pool.drain` added?');
    expect(told.answer).toContain('under “2.0.0”: “Add `Pool.drain`, which closes every connection.”');
    expect(told.answer).not.toContain('what it costs');
    expect(statesOf(told)).toEqual(told.claims.map(() => 'verified'));
  });

  it('answer what changed in a version, indexed or not', async () => {
    const told = await post('What changed in v2.0.0?');
    expect(told).toMatchObject({ refused: false, confidence: 'high' });
    expect(told.answer).toContain('under “2.0.0”: “Readers of `Pool.drain` are told what it costs.”');
    expect(told.answer).not.toContain('“2.1.0”');
    expect(told.reading.notes?.join()).toContain('`v2.0.0` is not indexed');
    expect(await post('What changed in v2.4.0?')).toMatchObject({ refused: true });
  });

  it('are not cited of a commit they do not tell of', async () => {
    const told = await post('Why does `Pool` keep connections open between requests?');
    expect(told.refused).toBe(false);
    expect(told.answer).toContain('Keep connections in a pool');
    expect(told.answer).not.toContain('release notes');
  });

  it('are not asked where the past is not', async () => {
    expect((await post('What does `Pool.drain` do?')).answer).not.toContain('release notes');
  });
});

it('without headings of versions, notes are a file like any other', async () => {
  await open({ 'CHANGES.md': '# Changes\n\n- Stale sockets are closed on release. PR #12\n' });
  expect((await post('Why is a stale socket closed on release?')).answer).not.toContain('release notes');
});
