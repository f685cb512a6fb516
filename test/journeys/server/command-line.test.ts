/** Runs the command line against a real server, as people and scripts use it. */

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../clients/cli/local-server/ports.ts';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { libraryFiles } from '../../bench/library-tree.ts';
import { commitAll, git } from '../../support/files/git.ts';
import { runCommand } from '../../support/server/run-command.ts';
import type { CommandRun, RunOptions } from '../../support/server/run-command.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { startJourneyServer } from '../../support/server/journey-server.ts';
import type { JourneyServer } from '../../support/server/journey-server.ts';

const joinSource = `/** Joins the pieces of a torn letter, in the order they were found. */
function joinPieces(pieces: readonly string[]): string {
  return pieces.join('');
}
`;

const tree = {
  '.gitignore': '*.log\n',
  'README.md': '# Letters\n\nPuts torn letters together again.\n',
  'src/letter/join-pieces.ts': joinSource,
  'src/letter/noise.log': 'never packed',
  'src/post/send.ts':
    '/** Sends a letter by pigeon. */\nexport const send = (letter: string): number => letter.length;\n',
  'logo.png': '\u0089PNG\r\n\u001a\n',
};

let journey: JourneyServer;
const wherefore = (args: readonly string[], options: RunOptions = {}): Promise<CommandRun> =>
  runCommand(args, { url: journey.server.url, ...options });

beforeAll(async () => {
  journey = await startJourneyServer();
});
afterAll(async () => journey.close());

describe('index', () => {
  test('packs a work tree, waits until it is ready, and prints one JSON object', async () => {
    const folder = createFolder(tree);
    symlinkSync('/etc/passwd', join(folder, 'outside'));
    const commit = commitAll(folder);
    const run = await wherefore(['index', folder, '--name', 'letters', '--json']);
    expect(run.code).toBe(0);
    expect(run.json).toMatchObject({
      status: 'ready',
      counts: { files: 4, skipped: 3 },
      rowsWritten: expect.any(Number),
    });
    expect(run.json).toHaveProperty('stages.parse');
    const status = await wherefore(['status', 'letters', '--skipped', '--json']);
    expect(status.json).toMatchObject({
      commit,
      ref: 'main',
      coverage: { skippedByReason: { binary: 1, symlink: 1, ignored: 1 } },
    });
    expect(status.stderr).toContain('outside: Symbolic link');
    expect(status.stderr).toContain('src/letter/noise.log: Ignored by pattern (ignored by git)');
  });

  test('adds a snapshot to the same repository when the tree has changed', async () => {
    const folder = createFolder(tree);
    const first = await wherefore(['index', folder, '--name', 'changing', '--json']);
    writeFileSync(join(folder, 'src/new.ts'), 'export const brandNew = 1;\n');
    const second = await wherefore(['index', folder, '--name', 'changing', '--json']);
    expect(second.json).toMatchObject({ id: Reflect.get(Object(first.json), 'id'), counts: { files: 5 } });
    expect((await wherefore(['grep', 'changing', 'brandNew'])).stdout).toBe(
      'src/new.ts:1:export const brandNew = 1;\n',
    );
  });

  test('reads the tree of a ref from a bare repository', async () => {
    const folder = createFolder(tree);
    const commit = commitAll(folder);
    git(folder, 'tag', 'v1');
    writeFiles(folder, { 'src/later.ts': 'export const later = 1;\n' });
    commitAll(folder);
    const bare = join(temporaryFolder(), 'letters.git');
    git(folder, 'clone', '--quiet', '--bare', '.', bare);
    const run = await wherefore(['index', bare, '--ref', 'v1', '--name', 'bare', '--json']);
    expect(run.json).toMatchObject({ status: 'ready', counts: { files: 4 } });
    expect((await wherefore(['status', 'bare', '--json'])).json).toMatchObject({ commit, ref: 'v1' });
  });

  test('keeps the paths of a single folder and of a subdirectory', async () => {
    const folder = createFolder({
      'src/letter/join-pieces.ts': joinSource,
      'src/post/send.ts': tree['src/post/send.ts'],
    });
    await wherefore(['index', folder, '--name', 'lone']);
    expect((await wherefore(['grep', 'lone', 'joinPieces'])).stdout).toContain(
      'src/letter/join-pieces.ts:2:',
    );
    const part = await wherefore([
      'index',
      folder,
      '--name',
      'part',
      '--subdirectory',
      'src/letter',
      '--json',
    ]);
    expect(part.json).toMatchObject({ status: 'ready', counts: { files: 1 } });
    expect((await wherefore(['grep', 'part', 'joinPieces'])).stdout).toContain(
      'src/letter/join-pieces.ts:2:',
    );
  });

  test('exits with 1 and the reason if nothing can be indexed', async () => {
    const run = await wherefore(['index', createFolder({ 'logo.png': tree['logo.png'] }), '--json']);
    expect(run).toMatchObject({ code: 1, json: { status: 'failed', error: { code: 'archive_empty' } } });
    expect(run.stderr).toContain('failed: ');
  });

  test('continues on the server after Ctrl-C', async () => {
    const args = ['index', createFolder(tree), '--name', 'left-running'];
    let isInterrupted = false;
    const run = await wherefore(args, {
      // A second signal could reach the launcher after it has passed on its child's exit code.
      onNote: (stderr, child) => {
        if (isInterrupted || !stderr.includes('Accepted')) return;
        isInterrupted = child.kill('SIGINT');
      },
    });
    expect(run.code).toBe(130);
    const id = /wherefore status (\S+)/.exec(run.stderr)?.[1] ?? '';
    for await (const repository of journey.client.watchRepository(id)) {
      if (repository.status === 'ready') return;
    }
    expect.fail('The job did not end.');
  });
});

test('survives a kill and restart of the server', async () => {
  const folder = createFolder(
    Object.fromEntries(libraryFiles(1_500_000).map(({ path, text }) => [path, text])),
  );
  const { port, dataDirectory, kill, stop, url } = await startLocalServer({
    dataDirectory: temporaryFolder(),
  });
  let restarted: ReturnType<typeof startLocalServer> | undefined;
  const restart = async (): ReturnType<typeof startLocalServer> => {
    await kill();
    await expect.poll(() => findFreePort(port)).toBe(port);
    return startLocalServer({ port, dataDirectory });
  };
  const run = await runCommand(['index', folder, '--json'], {
    url,
    onNote: (stderr) => {
      if (/^parse/m.test(stderr)) restarted ??= restart();
    },
  });
  expect(run).toMatchObject({ code: 0, json: { status: 'ready' } });
  expect(run.stderr).toContain('Connection lost');
  await (await restarted)?.stop();
  await stop();
});

describe('a ready repository', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wherefore-journey-'));
    writeFiles(folder, tree);
    await wherefore(['index', folder, '--name', 'acme/post-office']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('can be asked by the last part of its name, and the answer is printed with its lines', async () => {
    const run = await wherefore(['ask', 'post-office', 'Where is joinPieces defined?']);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/joinPieces.* \[1\]/);
    expect(run.stdout).toMatch(/^ {2}\[1\] src\/letter\/join-pieces\.ts:\d+-\d+$/m);
    const detailed = await wherefore(['ask', 'post-office', 'Where is joinPieces defined?', '--details']);
    expect(detailed.stdout).toMatch(/^\[Found in source\] .*joinPieces.*\n {4}found \w+: /m);
    expect(run.stdout).toMatch(/4 files searched, 2 skipped/);
  });

  test('returns the whole answer as JSON', async () => {
    const { json } = await wherefore([
      'ask',
      'acme/post-office',
      'Where',
      'is',
      'joinPieces',
      'defined?',
      '--json',
    ]);
    expect(json).toMatchObject({
      refused: false,
      evidence: expect.arrayContaining([expect.objectContaining({ path: 'src/letter/join-pieces.ts' })]),
    });
  });

  test('declines a question about something it does not contain, with exit code 4', async () => {
    const run = await wherefore([
      'ask',
      'post-office',
      'How does the Kafka consumer group rebalance its partitions?',
    ]);
    expect(run.code).toBe(4);
    expect(run.stdout).toContain('Declined: ');
  });

  test('can be searched and filtered by path', async () => {
    expect((await wherefore(['search', 'post-office', 'torn letter'])).stdout).toContain(
      'src/letter/join-pieces.ts:1-',
    );
    const filtered = await wherefore(['search', 'post-office', 'letter', '--path', 'src/post/**']);
    expect(filtered.stdout).toContain('src/post/send.ts');
    expect(filtered.stdout).not.toContain('join-pieces');
  });

  test('reports an invalid pattern', async () => {
    const run = await wherefore(['grep', 'post-office', '(', '--json']);
    expect(run).toMatchObject({ code: 2, json: { error: { code: 'invalid_pattern' } } });
  });
});
