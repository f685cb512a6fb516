/** Neighbors are the edges between definitions, from ids or from lines, and the definitions that a file imports. */

import { beforeEach, describe, expect, it } from 'vitest';
import { edgeKinds, provenTiers } from '../../../worker/core/code/edge.ts';
import type { NeighborQuery, Neighbors } from '../../../worker/ports/graph-store.ts';
import { findNodeId } from '../../support/workbench/link-snapshot.ts';
import {
  app,
  createTarget,
  edge,
  edges,
  fill,
  key,
  laterKey,
  models,
  type GraphStoreSubject,
} from './subject.ts';

const range = (startLine: number, endLine: number) => ({ ranges: [{ path: app, startLine, endLine }] });

export function neighborSuite(open: () => Promise<GraphStoreSubject>): void {
  let subject: GraphStoreSubject;
  let ids: Record<'run' | 'main' | 'model' | 'save', string>;
  beforeEach(async () => {
    subject = await open();
    await fill(subject);
    const id = (path: string, symbol: number) => findNodeId(subject, key, { path, symbol });
    ids = {
      run: await id(app, 1),
      main: await id(app, 3),
      model: await id(models, 0),
      save: await id(models, 1),
    };
  });
  const read = (
    from: NeighborQuery['from'],
    options: Partial<NeighborQuery> = {},
    state = key,
  ): Promise<Neighbors> =>
    subject.graphStore.neighbors(state, { from, kinds: edgeKinds, tiers: provenTiers, ...options });

  describe('of ids', () => {
    it('have both directions, in the order of lines', async () => {
      expect(await read([ids.run])).toEqual({
        incoming: [
          { from: ids.main, to: ids.run, kind: 'calls' },
          { from: ids.main, to: ids.run, kind: 'calls' },
        ],
        outgoing: [{ from: ids.run, to: ids.save, kind: 'calls' }],
      });
    });

    it('have the requested kinds and tiers', async () => {
      expect((await read([ids.save], { kinds: ['has-method'] })).incoming).toEqual([
        { from: ids.model, to: ids.save, kind: 'has-method' },
      ]);
      expect((await read([ids.save], { tiers: ['name-match'] })).outgoing).toEqual([
        { from: ids.save, to: ids.run, kind: 'calls' },
      ]);
    });

    it('leave out files and packages, and unknown ids', async () => {
      const file = await findNodeId(subject, key, { path: app });
      const nothing = { incoming: [], outgoing: [] };
      expect(await read([file, 'package:@scope/requests', '999999.1', 'x'])).toEqual(nothing);
      expect(await read([])).toEqual(nothing);
    });

    it('belong to one state', async () => {
      await fill(subject, laterKey, {
        edges: { [models]: [edge('calls', 0, createTarget(app, 1), { line: 4 })] },
      });
      expect((await read([ids.run])).incoming).toHaveLength(2);
      expect((await read([ids.run], {}, laterKey)).incoming).toEqual([]);
    });
  });

  describe('of lines', () => {
    it('belong to the definitions that have their name there or contain all of them', async () => {
      expect(await read(range(12, 14))).toEqual({
        incoming: [],
        outgoing: [
          { from: ids.main, to: ids.run, kind: 'calls' },
          { from: ids.main, to: ids.run, kind: 'calls' },
        ],
      });
      expect((await read(range(4, 4))).incoming.map(({ to }) => to)).toEqual([ids.run, ids.run]);
      // `run` ends in the range, but neither begins in it nor contains it.
      expect(await read(range(5, 11))).toEqual({ incoming: [], outgoing: [] });
    });

    it('are listed once for overlapping ranges', async () => {
      const ranges = [
        { path: app, startLine: 12, endLine: 14 },
        { path: app, startLine: 12, endLine: 12 },
      ];
      expect((await read({ ranges })).outgoing).toHaveLength(2);
    });
  });

  it('finds the definitions that a file imports, with their names', async () => {
    await fill(subject, laterKey, {
      edges: {
        ...edges,
        [app]: [
          edge('imports', undefined, createTarget(models, 1), { line: 2 }),
          edge('imports', undefined, createTarget(models, 0), { line: 1 }),
          edge('imports', undefined, createTarget(models), { line: 3 }),
          edge('imports', undefined, { external: 'requests' }, { line: 4 }),
        ],
      },
    });
    const imports = await subject.graphStore.importedDefinitions(laterKey, [app, app, 'unknown.py']);
    expect(imports.map(({ path, name }) => [path, name])).toEqual([
      [app, 'Model'],
      [app, 'save'],
    ]);
    expect(imports[0]).toMatchObject({
      from: await findNodeId(subject, laterKey, { path: app }),
      to: await findNodeId(subject, laterKey, { path: models, symbol: 0 }),
    });
    expect(await subject.graphStore.importedDefinitions(key, [app])).toEqual([]);
  });
}
