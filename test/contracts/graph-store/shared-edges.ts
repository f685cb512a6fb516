/** Edges are stored once per repository and deleted with the last snapshot that uses them; a part writes all of its rows or none. */

import { beforeEach, describe, expect, it } from 'vitest';
import { claimPart, getSnapshotJob, storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { findNodeId, addEdges, linkSnapshot, rankSnapshot } from '../../support/workbench/link-snapshot.ts';
import {
  app,
  createTarget,
  edge,
  edges,
  fill,
  files,
  key,
  laterKey,
  models,
  type GraphStoreSubject,
} from './subject.ts';

const longerThanLeaseMs = 60_000;
const repositoryId = 'repository-1';

function removalKey({ snapshot, generation }: { snapshot: number; generation?: number }) {
  return { shard: 0, snapshot, generation };
}

export function sharedEdgeSuite(open: () => Promise<GraphStoreSubject>): void {
  let subject: GraphStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const edgeRows = async () => {
    const { edge: rows = 0, edge_set: sets = 0, place = 0 } = await subject.countRows();
    return { rows, sets, place };
  };
  const remove = async (state: { snapshot: number; generation?: number }): Promise<void> => {
    await subject.graphStore.remove(removalKey(state));
    await subject.chunkStore.remove(removalKey(state));
  };

  describe('a second snapshot', () => {
    it('writes no edges if they are the same', async () => {
      await fill(subject);
      const before = await edgeRows();
      await storeFiles(subject, laterKey, { files });
      const part = await claimPart(subject, laterKey, 'link');
      await subject.graphStore.saveEdges(laterKey, part, {
        repositoryId,
        files: await addEdges(subject, laterKey, edges),
      });
      expect(await edgeRows()).toEqual(before);
      const [link] = await subject.jobParts.tally(getSnapshotJob(laterKey));
      expect(link).toMatchObject({ done: 1, counts: { edges: 10 } });
      // Rows: four files with two index entries each, and the part itself.
      expect(link?.rowsWritten).toBeLessThan(20);
      expect(await subject.graphStore.countEdges(laterKey)).toBe(10);
    });

    it('writes only the edges of a changed file', async () => {
      await fill(subject);
      const before = await edgeRows();
      await fill(subject, laterKey, {
        edges: { ...edges, [models]: [edge('calls', 1, createTarget(app, 3), { line: 3 })] },
      });
      expect(await edgeRows()).toEqual({ ...before, rows: before.rows + 1, sets: before.sets + 1 });
    });

    it('of another repository shares no edges', async () => {
      await fill(subject);
      const before = await edgeRows();
      await fill(subject, laterKey, { repositoryId: 'repository-2' });
      expect(await edgeRows()).toEqual({
        rows: before.rows * 2,
        sets: before.sets * 2,
        place: before.place * 2,
      });
    });
  });

  describe('remove', () => {
    it('deletes one of two snapshots, and leaves the other complete', async () => {
      await fill(subject);
      const before = await subject.countRows();
      const run = await findNodeId(subject, key, { path: app, symbol: 1 });
      await fill(subject, laterKey, {
        files: [...files, { path: 'new.py', text: 'new\n' }],
        edges: {
          ...edges,
          [models]: [edge('calls', 1, { name: 'put', candidates: 2 }, { line: 3, tier: 'name-match' })],
          'new.py': [
            edge('imports', undefined, { external: 'new-package' }, { line: 1 }),
            edge('calls', undefined, createTarget(app, 1), { line: 1 }),
          ],
        },
      });
      await remove({ snapshot: 2 });
      expect(await subject.countRows()).toEqual(before);
      const step = { from: [run], direction: 'in', kinds: ['calls'], tiers: ['resolved'] } as const;
      expect(await subject.graphStore.step(key, step)).toHaveLength(2);
      expect(await subject.graphStore.countEdges(key)).toBe(10);
    });

    it('deletes the first of two snapshots, and leaves the edges that the second shares', async () => {
      await fill(subject);
      await fill(subject, laterKey, { edges: { [app]: edges[app] ?? [] } });
      await remove({ snapshot: 1 });
      const run = await findNodeId(subject, laterKey, { path: app, symbol: 1 });
      const step = { from: [run], direction: 'in', kinds: ['calls'], tiers: ['resolved'] } as const;
      expect(await subject.graphStore.step(laterKey, step)).toHaveLength(2);
      expect(await edgeRows()).toMatchObject({ rows: 6, sets: 1 });
      expect(await subject.graphStore.nodes(laterKey, ['package:@scope/requests'])).toHaveLength(1);
    });

    it('deletes the last snapshot completely, and accepts repeated and unknown snapshots', async () => {
      await fill(subject);
      await rankSnapshot(subject, key, [{ id: await findNodeId(subject, key, { path: app }), rank: 1 }]);
      await fill(subject, { ...key, generation: 2 });
      await remove({ snapshot: 1, generation: 1 });
      expect(await subject.graphStore.countEdges({ ...key, generation: 2 })).toBe(10);
      await remove({ snapshot: 7 });
      await remove({ snapshot: 1 });
      await remove({ snapshot: 1 });
      expect(await subject.countRows()).toEqual({});
    });

    it('can be repeated after an interruption before the files are deleted', async () => {
      await fill(subject);
      await subject.graphStore.remove(removalKey(key));
      expect(await edgeRows()).toEqual({ rows: 0, sets: 0, place: 0 });
      await fill(subject, laterKey);
      const before = await edgeRows();
      await remove(key);
      expect(await edgeRows()).toEqual(before);
      expect(await subject.graphStore.countEdges(laterKey)).toBe(10);
    });
  });

  describe('a part', () => {
    it('is idempotent', async () => {
      await fill(subject);
      const before = await subject.countRows();
      await linkSnapshot(subject, key, { repositoryId, edges });
      expect(await subject.countRows()).toEqual(before);
    });

    it('writes nothing if another worker has taken it over', async () => {
      await storeFiles(subject, key, { files });
      const linked = { repositoryId, files: await addEdges(subject, key, edges) };
      const lateLease = await claimPart(subject, key, 'link');
      subject.clock.advance(longerThanLeaseMs);
      const currentLease = await claimPart(subject, key, 'link');
      await expect(subject.graphStore.saveEdges(key, lateLease, linked)).rejects.toThrow();
      expect(await edgeRows()).toEqual({ rows: 0, sets: 0, place: 0 });
      await subject.graphStore.saveEdges(key, currentLease, linked);
      await expect(subject.graphStore.saveEdges(key, currentLease, linked)).rejects.toThrow();
      const lateRank = await claimPart(subject, key, 'rank');
      subject.clock.advance(longerThanLeaseMs);
      await claimPart(subject, key, 'rank');
      const ranks = [{ id: await findNodeId(subject, key, { path: app }), rank: 1 }];
      await expect(subject.graphStore.saveRanks(key, lateRank, ranks)).rejects.toThrow();
      expect(await subject.graphStore.mostReferenced(key, 'files', 1)).toEqual([]);
    });

    it('completes without any files', async () => {
      await storeFiles(subject, key, { files: [] });
      expect(await subject.graphStore.linkRanges(key, 10)).toEqual([]);
      const part = await claimPart(subject, key, 'link');
      await subject.graphStore.saveEdges(key, part, { repositoryId, files: [] });
      expect(await subject.jobParts.tally(getSnapshotJob(key))).toMatchObject([
        { done: 1, counts: { edges: 0 } },
      ]);
      expect(await subject.graphStore.countEdges(key)).toBe(0);
    });
  });
}
