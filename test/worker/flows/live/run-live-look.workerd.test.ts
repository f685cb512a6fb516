/** Live questions about a repository that is not indexed: the files that are fetched, the reported steps, and how long files are stored. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { actFor, openModeViewer } from '../../../../worker/core/viewer.ts';
import { withAccessChecks } from '../../../../worker/flows/github/check-access.ts';
import { expireVersions } from '../../../../worker/flows/repositories/expire-versions.ts';
import { resolveLiveSource } from '../../../../worker/flows/live/resolve-live-source.ts';
import { runLiveLook } from '../../../../worker/flows/live/run-live-look.ts';
import type { LiveLook, LiveStep } from '../../../../worker/flows/live/run-live-round.ts';
import { viewRepositories } from '../../../../worker/flows/repositories/view-repository.ts';
import { cleanUpNow, type Tree } from '../../../support/workbench/run-jobs.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import {
  fakeCommitId,
  createMemoryCodeHost,
  type MemoryCodeHost,
} from '../../../support/fakes/memory-code-host.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const filler = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `src/wharf${index}/crane.py`,
    `def hoist_${index}(load):\n    """Hoists a load at wharf ${index}."""\n    return load + ${index}\n${'# steel\n'.repeat(20)}`,
  ]),
);
const tree: Tree = {
  'README.md': '# Harbour\n\nTells ships the tide.\n',
  'src/lock_gate.py':
    'from .sluice import drain\n\n\ndef open_lock_gate(level):\n    """Opens the lock gate once the levels are even."""\n    return drain(level)\n',
  'src/sluice.py':
    'DRAIN = "KEYSECRET99"\n\n\ndef drain(level):\n    """Drains the chamber by the paddles, a foot a minute."""\n    return level - 1\n',
  'src/tide.py':
    'def read_tide(port):\n    """Reads the tide from the gauge of a port."""\n    return port.gauge\n',
  ...filler,
};
let host: MemoryCodeHost;
let bench: Workbench;

beforeEach(async () => {
  host = createMemoryCodeHost(tree);
  bench = await openWorkbench((services) => ({
    hosting: host.hosting,
    catalog: withAccessChecks(services.catalog, host.hosting, services.clock),
  }));
});

interface CollectedLook extends LiveLook {
  readonly steps: readonly LiveStep[];
}

async function look(question: string, source = 'acme/harbour'): Promise<CollectedLook> {
  const request = { source, ref: undefined, subdirectory: undefined };
  const target = await resolveLiveSource(bench.services, openModeViewer, request);
  const progress = runLiveLook(bench.services, openModeViewer, target, { question, earlier: [] });
  const steps: LiveStep[] = [];
  let next = await progress.next();
  for (; next.done !== true; next = await progress.next()) steps.push(next.value);
  return { ...next.value, steps };
}

async function ask(question: string) {
  const looked = await look(question);
  const { repository, snapshot } = looked.resolved;
  const answered = await askWorkbench(bench.services, { id: repository.id, question, version: snapshot.id });
  return { ...answered, looked };
}

const listFetchedPaths = ({ steps }: CollectedLook): readonly string[] => steps.flatMap(({ paths }) => paths);
const gate = 'When is the lock gate opened?';
const limited = new AppError('host_limited', 'GitHub takes no more calls until noon.', {
  details: { retryAt: 5 },
});

describe('a live question', () => {
  it('reports words as not found only in the files that were read', async () => {
    const { events } = await ask('What happens to barnacles that hang on the lock gate?');
    const notes = events.flatMap((event) => (event.type === 'question' ? (event.reading.notes ?? []) : []));
    expect(notes).toContain('Not found in the files that were read: `barnacles`, `hang`.');
  });

  it('is answered from the file with the answer, with checked claims and a link to the commit on the host', async () => {
    const { claims, evidence, events, looked } = await ask(gate);
    expect(listFetchedPaths(looked)).toContain('src/lock_gate.py');
    expect(looked.resolved.snapshot.counts.files).toBeLessThanOrEqual(24);
    expect(claims.map(({ state }) => state)).toEqual(claims.map(() => 'verified'));
    const [first] = evidence.values();
    expect(first).toMatchObject({ path: 'src/lock_gate.py', commit: fakeCommitId(1) });
    expect(first?.url).toMatch(`https://github.com/acme/harbour/blob/${fakeCommitId(1)}/src/lock_gate.py#L`);
    const coverage = events.find((event) => event.type === 'coverage')?.coverage;
    expect(coverage).toMatchObject({ ofFiles: 64, commit: fakeCommitId(1) });
    const reading = events.find((event) => event.type === 'question')?.reading;
    expect(reading?.notes?.[0]).toContain('of 64 files of `acme/harbour` were read');
  });

  it('reports each step, in order, and makes few calls without a token', async () => {
    const { steps } = await look(gate);
    expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'tree running',
      'tree done',
      'search skipped',
      'fetch running',
      'fetch done',
      'index running',
      'index done',
      'judge done',
    ]);
    expect(host.calls).toEqual(['describe', 'resolve', 'tree', 'archive']);
  });

  it('masks secrets in fetched files', async () => {
    const { text, evidence } = await ask('How fast does the sluice drain the chamber?');
    expect([...evidence.values()].map(({ path }) => path)).toContain('src/sluice.py');
    expect(JSON.stringify([text, [...evidence.values()]])).not.toContain('KEYSECRET99');
  });

  it('that has no answer is declined without claims about files that were not read', async () => {
    const { text, verdict } = await ask('Which invoices are archived every quarter by the auditors?');
    expect(verdict?.refused).toBe(true);
    expect(text).toContain('The answer is not among the');
    expect(text).toContain('of 64 files of `acme/harbour` that were read. To be sure, index it');
    expect(text).toContain('npx wherefore index acme/harbour@main');
    expect(text).not.toMatch(/this repository|nowhere/i);
  });

  it('reads more files once if the first files do not answer it', async () => {
    const { steps } = await look('Which invoices are archived every quarter by the auditors?');
    const rounds = steps.filter(({ paths }) => paths.length > 0);
    expect(rounds.map(({ id }) => id)).toEqual(['fetch', 'further']);
    const [first, second] = rounds.map(({ paths }) => paths);
    expect(second?.some((path) => first?.includes(path))).toBe(false);
  });

  it('is rejected for sources other than GitHub and for folders without files', async () => {
    await expect(look(gate, 'https://docs.example.org/guide')).rejects.toMatchObject({
      code: 'source_invalid',
    });
    host.files = {};
    await expect(look(gate)).rejects.toMatchObject({ code: 'source_invalid' });
  });
});

describe('fetched files', () => {
  it('are not fetched again for the same question, and are extended for another question', async () => {
    const first = await look(gate);
    expect(
      await viewRepositories(bench.services, await bench.services.catalog.listRepositories(openModeViewer)),
    ).toEqual([]);
    host.calls.length = 0;
    const again = await look(gate);
    expect(again.resolved.snapshot.id).toBe(first.resolved.snapshot.id);
    expect(host.calls).toEqual(['describe', 'resolve', 'tree']);
    const other = await look('What does `hoist_57` return in wharf57?');
    expect(other.resolved.repository.id).toBe(first.resolved.repository.id);
    const added = listFetchedPaths(other);
    expect(added).toContain('src/wharf57/crane.py');
    expect(added.some((path) => listFetchedPaths(first).includes(path))).toBe(false);
    expect(other.resolved.snapshot.counts.files).toBe(listFetchedPaths(first).length + added.length);
  });

  it('belong to one commit, so that all are fetched again after a push', async () => {
    const first = await look(gate);
    host.commit = fakeCommitId(2);
    host.files = { ...tree, 'src/lock_gate.py': `${tree['src/lock_gate.py'] ?? ''}# mended\n` };
    const next = await look(gate);
    expect(next.resolved.snapshot.commit).toBe(fakeCommitId(2));
    expect(listFetchedPaths(next)).toEqual(listFetchedPaths(first));
  });

  it('are removed an hour after their last use', async () => {
    const empty = await bench.rows();
    await look(gate);
    bench.clock.advance(3_500_000);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    const { resolved } = await look(gate);
    bench.clock.advance(3_500_000);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    expect(await bench.services.catalog.listLive()).toEqual([
      { id: resolved.repository.id, usedAt: expect.any(Number) },
    ]);
    bench.clock.advance(200_000);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    expect(await bench.services.catalog.listLive()).toEqual([]);
    expect(await bench.rows()).toEqual(empty);
  });

  it('of a private repository are readable only while the user may read it on the host', async () => {
    host.isPrivate = true;
    host.deploymentToken = 'of-the-deployment';
    await expect(look(gate)).rejects.toMatchObject({ code: 'source_not_found' });
    host.token = 'of-the-viewer';
    const { resolved } = await look(gate);
    const { id } = resolved.repository;
    const { catalog } = bench.services;
    expect(await catalog.readRepository(actFor({ id: 'another' }), id)).toBeUndefined();
    expect(await catalog.readRepository(openModeViewer, id)).toBeDefined();
    host.token = undefined;
    bench.clock.advance(16 * 60_000);
    expect(await catalog.readRepository(openModeViewer, id)).toBeUndefined();
  });
});

describe('a host that limits calls', () => {
  beforeEach(() => {
    host.deploymentToken = 'of-the-deployment';
  });

  it('causes an error with the time to retry if nothing is fetched yet', async () => {
    host.failureFor = (call) => (call === 'tree' ? limited : undefined);
    await expect(look(gate)).rejects.toMatchObject({ code: 'host_limited', details: { retryAt: 5 } });
    host.failureFor = (call) => (call.startsWith('file') ? limited : undefined);
    await expect(look(gate)).rejects.toMatchObject({ code: 'host_limited' });
  });

  it('during the fetch allows an answer from the fetched files, with a note on the missing files', async () => {
    host.failureFor = (call) =>
      call.startsWith('file') && host.calls.filter((made) => made.startsWith('file')).length > 9
        ? limited
        : undefined;
    const { resolved, notes } = await look(gate);
    expect(resolved.snapshot.counts.files).toBe(9);
    expect(notes[0]).toContain('could not be fetched. GitHub takes no more calls until noon.');
  });

  it('only for searches does not prevent a choice of files from the tree', async () => {
    host.failureFor = (call) => (call.startsWith('search') ? limited : undefined);
    const { resolved, notes } = await look(gate);
    expect(resolved.snapshot.counts.files).toBe(24);
    expect(notes).toEqual(['GitHub search failed: GitHub takes no more calls until noon.']);
  });

  it('is searched at most twice per question', async () => {
    await look('Which invoices are archived every quarter by the auditors?');
    expect(host.calls.filter((call) => call.startsWith('search'))).toHaveLength(2);
  });
});
