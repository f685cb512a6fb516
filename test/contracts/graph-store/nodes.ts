/** Nodes are found by id and path, with their members, ranks and ambiguous names. */

import { beforeEach, describe, expect, it } from 'vitest';
import { findNodeId, rankSnapshot } from '../../support/workbench/link-snapshot.ts';
import { definition } from '../../support/workbench/parsed-files.ts';
import {
  app,
  createTarget,
  base,
  edge,
  fill,
  key,
  laterKey,
  lines,
  models,
  type GraphStoreSubject,
} from './subject.ts';

function createNamedUse(line: number) {
  return edge('uses', undefined, { name: 'get', candidates: 2 }, { line, tier: 'name-match' });
}

export function nodeSuite(open: () => Promise<GraphStoreSubject>): void {
  let subject: GraphStoreSubject;
  beforeEach(async () => {
    subject = await open();
    await fill(subject);
  });
  const members = async (...ids: readonly string[]) =>
    (await subject.graphStore.members(key, ids)).toSorted();
  const id = (path: string, symbol?: number) =>
    findNodeId(subject, key, symbol === undefined ? { path } : { path, symbol });

  it('have all fields of a file, a definition and a package, in the requested order', async () => {
    const requested = [
      await id(app, 0),
      'package:@scope/requests',
      await id(base),
      '999999',
      'package:none',
      'nonsense',
    ];
    const nodes = await subject.graphStore.nodes(key, requested);
    expect(nodes).toEqual([
      {
        id: requested[0],
        kind: 'class',
        name: 'App',
        symbol: 'App',
        path: app,
        language: 'python',
        role: 'source',
        startLine: 1,
        endLine: 10,
        nameLine: 1,
        signature: 'def App()',
        documentation: 'The app.',
        exported: true,
        complexity: 7,
        rank: 0,
      },
      expect.objectContaining({
        id: 'package:@scope/requests',
        kind: 'package',
        name: '@scope/requests',
        path: '',
        startLine: 0,
      }),
      expect.objectContaining({
        id: requested[2],
        kind: 'file',
        name: 'é.py',
        symbol: undefined,
        path: base,
        startLine: 1,
        endLine: 3,
      }),
    ]);
  });

  it('are limited to the requested state', async () => {
    await fill(subject, laterKey, { repositoryId: 'repository-2', edges: {} });
    const requested = [await id(app), await id(app, 0), 'package:@scope/requests'];
    expect(await subject.graphStore.nodes(key, requested)).toHaveLength(3);
    expect(await subject.graphStore.nodes(laterKey, requested)).toEqual([]);
    expect(await subject.graphStore.nodes({ ...key, generation: 2 }, requested)).toEqual([]);
  });

  it('of files are found by path, in the requested order', async () => {
    const fileNodes = await subject.graphStore.fileNodes(key, [base, 'src/none.py', app, 'src']);
    expect(fileNodes.map((node) => node.path)).toEqual([base, app]);
  });

  it('of packages exist only for packages that the snapshot itself imports', async () => {
    await fill(subject, laterKey, { edges: {} });
    expect(await subject.graphStore.nodes(laterKey, ['package:@scope/requests'])).toEqual([]);
  });

  describe('ranks', () => {
    it('are returned with the nodes, and sort the most referenced ones first', async () => {
      const [run, save, main] = [await id(app, 1), await id(models, 1), await id(app, 3)];
      await rankSnapshot(subject, key, [
        { id: await id(models), rank: 2.5 },
        { id: await id(app), rank: 0.25 },
        { id: save, rank: 3.123456789 },
        { id: run, rank: 4 },
      ]);
      const [ranked, unranked] = await subject.graphStore.nodes(key, [save, main]);
      expect([ranked?.rank, unranked?.rank]).toEqual([3.1235, 0]);
      const symbols = await subject.graphStore.mostReferenced(key, 'symbols', 10);
      expect(symbols.map((node) => [node.id, node.rank])).toEqual([
        [run, 4],
        [save, 3.1235],
      ]);
      expect(await subject.graphStore.mostReferenced(key, 'symbols', 1)).toMatchObject([{ id: run }]);
      expect(await subject.graphStore.mostReferenced(key, 'files', 10)).toMatchObject([
        { path: models, rank: 2.5 },
        { path: app, rank: 0.25 },
      ]);
      expect(await subject.graphStore.mostReferenced(laterKey, 'files', 10)).toEqual([]);
    });

    it('replace the previous ranks', async () => {
      await rankSnapshot(subject, key, [{ id: await id(app, 1), rank: 4 }]);
      await rankSnapshot(subject, key, [{ id: await id(app), rank: 1 }]);
      expect(await subject.graphStore.mostReferenced(key, 'symbols', 10)).toEqual([]);
      expect(await subject.graphStore.mostReferenced(key, 'files', 10)).toMatchObject([{ path: app }]);
    });
  });

  describe('members', () => {
    it('of a definition are those nested in it, however deep', async () => {
      expect(await members(await id(app, 0))).toEqual([await id(app, 1), await id(app, 2)]);
      expect(await members(await id(app, 0), await id(app, 1))).toEqual([await id(app, 2)]);
      expect(await members(await id(app, 2))).toEqual([]);
    });

    it('of a type are its methods, wherever they are written', async () => {
      expect(await members(await id(models, 0))).toEqual([await id(models, 1), await id(base, 1)].toSorted());
    });

    it('of a file are its definitions, and the methods of those', async () => {
      expect(await members(await id(models))).toEqual(
        [await id(models, 0), await id(models, 1), await id(base, 1)].toSorted(),
      );
    });

    it('of an unknown node are empty', async () => {
      expect(await members('999999.1', 'package:@scope/requests', 'nonsense')).toEqual([]);
      expect(await subject.graphStore.members(laterKey, [await id(app, 0)])).toEqual([]);
    });

    it('on one line are distinguished by their names', async () => {
      const symbols = [
        definition('A', 1),
        definition('A.x', 1),
        definition('B', 1),
        definition('B.y', 1),
        definition('AB', 1),
      ];
      await fill(subject, laterKey, { files: [{ path: 'o.ts', text: lines(1, 'o'), symbols }], edges: {} });
      const [a, x] = [
        await findNodeId(subject, laterKey, { path: 'o.ts', symbol: 0 }),
        await findNodeId(subject, laterKey, { path: 'o.ts', symbol: 1 }),
      ];
      expect(await subject.graphStore.members(laterKey, [a])).toEqual([x]);
    });
  });

  describe('names that could mean several definitions', () => {
    it('are found with their positions', async () => {
      expect(await subject.graphStore.namedPlaces(key, ['get', 'put', 'get'])).toEqual([
        { from: await id(app, 2), name: 'get', kind: 'calls', path: app, line: 4, candidates: 3 },
      ]);
    });

    it('are case-sensitive, and distinct from files and packages of that name', async () => {
      const requested = ['Get', 'GET', models, '@scope/requests'];
      expect(await subject.graphStore.namedPlaces(key, requested)).toEqual([]);
    });

    it('are limited to the requested state, sorted by path and line', async () => {
      await fill(subject, laterKey, {
        edges: {
          [models]: [createNamedUse(5), createNamedUse(2)],
          [app]: [createNamedUse(9), edge('calls', 0, createTarget(app, 1), { line: 1 })],
        },
      });
      await fill(subject, { ...key, snapshot: 3 }, { repositoryId: 'repository-2' });
      const positions = await subject.graphStore.namedPlaces(laterKey, ['get']);
      expect(positions.map(({ path, line }) => [path, line])).toEqual([
        [app, 9],
        [models, 2],
        [models, 5],
      ]);
      expect(await subject.graphStore.namedPlaces(key, ['get'])).toHaveLength(1);
    });
  });
}
