/** A step follows one edge from each node, in either direction, within one state. */

import { beforeEach, describe, expect, it } from 'vitest';
import { edgeKinds, edgeTiers, provenTiers, type GraphEdge } from '../../../worker/core/code/edge.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { GraphStep } from '../../../worker/ports/graph-store.ts';
import { findNodeId } from '../../support/workbench/link-snapshot.ts';
import {
  app,
  createTarget,
  base,
  edge,
  fill,
  files,
  key,
  laterKey,
  models,
  type GraphStoreSubject,
} from './subject.ts';

export function stepSuite(open: () => Promise<GraphStoreSubject>): void {
  let subject: GraphStoreSubject;
  let ids: Record<'app' | 'run' | 'inner' | 'main' | 'models' | 'model' | 'save' | 'base', string>;
  beforeEach(async () => {
    subject = await open();
    await fill(subject);
    const id = (path: string, symbol?: number) =>
      findNodeId(subject, key, symbol === undefined ? { path } : { path, symbol });
    ids = {
      app: await id(app),
      run: await id(app, 1),
      inner: await id(app, 2),
      main: await id(app, 3),
      models: await id(models),
      model: await id(models, 0),
      save: await id(models, 1),
      base: await id(base, 0),
    };
  });
  const storedKinds = edgeKinds.filter((kind) => kind !== 'defines');
  const step = (
    direction: GraphStep['direction'],
    from: readonly string[],
    options: Partial<GraphStep> & { readonly state?: SnapshotKey } = {},
  ): Promise<readonly GraphEdge[]> =>
    subject.graphStore.step(options.state ?? key, {
      from,
      direction,
      kinds: options.kinds ?? storedKinds,
      tiers: options.tiers ?? provenTiers,
    });

  describe('backward', () => {
    it('finds every place that refers to a definition, by line, with the line that proves it', async () => {
      const call = { from: ids.main, to: ids.run, kind: 'calls', tier: 'resolved', path: app };
      expect(await step('in', [ids.run])).toEqual([
        { ...call, line: 13 },
        { ...call, line: 14 },
      ]);
    });

    it('finds importers of a file, and of an external package', async () => {
      expect(await step('in', [ids.models])).toMatchObject([{ from: ids.app, kind: 'imports', line: 1 }]);
      expect(await step('in', ['package:@scope/requests'])).toEqual([
        {
          from: ids.app,
          to: 'package:@scope/requests',
          kind: 'imports',
          tier: 'resolved',
          path: app,
          line: 2,
        },
      ]);
    });

    it('returns guesses only if they are requested', async () => {
      const foundEdges = await step('in', [ids.run], { tiers: edgeTiers });
      expect(foundEdges.map(({ from, tier }) => [from, tier])).toEqual([
        [ids.main, 'resolved'],
        [ids.main, 'resolved'],
        [ids.save, 'name-match'],
      ]);
      expect(await step('in', [ids.save], { tiers: ['import-scoped'], kinds: ['calls'] })).toMatchObject([
        { from: ids.run },
      ]);
      expect(await step('in', [ids.save], { tiers: ['name-match'] })).toEqual([]);
    });

    it('returns only the requested kinds', async () => {
      expect((await step('in', [ids.save])).map(({ kind }) => kind)).toEqual(['calls', 'has-method']);
      expect(await step('in', [ids.save], { kinds: ['has-method'] })).toMatchObject([{ from: ids.model }]);
      expect(await step('in', [ids.save], { kinds: [] })).toEqual([]);
    });

    it('returns one list by path and line for several nodes', async () => {
      const foundEdges = await step('in', [ids.base, ids.run, ids.save, ids.models]);
      expect(foundEdges.map(({ path, line }) => `${path}:${line}`)).toEqual([
        `${app}:1`,
        `${app}:4`,
        `${app}:13`,
        `${app}:14`,
        `${models}:1`,
        `${models}:2`,
      ]);
    });

    it('finds the file of a definition', async () => {
      const foundEdges = await step('in', [ids.run], { kinds: ['defines'] });
      expect(foundEdges).toEqual([
        { from: ids.app, to: ids.run, kind: 'defines', tier: 'resolved', path: app, line: 2 },
      ]);
      expect(await step('in', [ids.run], { kinds: ['defines'], tiers: ['import-scoped'] })).toEqual([]);
      expect(await step('in', [ids.app], { kinds: ['defines'] })).toEqual([]);
    });
  });

  describe('forward', () => {
    it('finds everything a definition refers to: files, packages, and definitions in other scripts', async () => {
      expect(await step('out', [ids.main])).toMatchObject([{ to: ids.run }, { to: ids.run }]);
      expect((await step('out', [ids.app])).map(({ to }) => to)).toEqual([
        ids.models,
        'package:@scope/requests',
      ]);
      expect((await step('out', [ids.model])).map(({ to }) => to)).toEqual([
        ids.base,
        ids.save,
        await findNodeId(subject, key, { path: base, symbol: 1 }),
      ]);
    });

    it('finds nothing for a name with several definitions', async () => {
      expect(await step('out', [ids.inner], { tiers: edgeTiers })).toEqual([]);
    });

    it('finds the definitions of a file, and none of a definition', async () => {
      const foundEdges = await step('out', [ids.models, ids.model], { kinds: ['defines'] });
      expect(foundEdges.map(({ from, to, line }) => [from, to, line])).toEqual([
        [ids.models, ids.model, 1],
        [ids.models, ids.save, 2],
      ]);
    });

    it('sorts definitions and other edges together by path and line', async () => {
      const foundEdges = await step('out', [ids.app], { kinds: edgeKinds });
      expect(foundEdges.map(({ line, kind }) => [line, kind])).toEqual([
        [1, 'defines'],
        [1, 'imports'],
        [2, 'defines'],
        [2, 'imports'],
        [3, 'defines'],
        [12, 'defines'],
      ]);
    });
  });

  it.each([
    ['nothing', []],
    ['malformed ids', ['', 'x', '1.', '.1', '1.2.3', '-1', '1e3', 'package:', "1' OR 1=1"]],
    ['unknown ids', ['999999', '999999.1', 'package:unknown']],
  ])('finds nothing from %s', async (_, from) => {
    for (const direction of ['in', 'out'] as const)
      expect(await step(direction, from, { kinds: edgeKinds, tiers: edgeTiers })).toEqual([]);
  });

  it('does not see other snapshots, generations or repositories', async () => {
    const calls = { [models]: [edge('calls', 0, createTarget(app, 1), { line: 4 })] };
    await fill(subject, laterKey, { edges: calls });
    await fill(subject, { ...key, generation: 2 }, { edges: calls });
    await fill(subject, { ...key, snapshot: 3 }, { edges: calls, repositoryId: 'repository-2' });
    expect(await step('in', [ids.run], { kinds: ['calls'] })).toHaveLength(2);
    const run = await findNodeId(subject, laterKey, { path: app, symbol: 1 });
    expect(await step('in', [run], { state: laterKey })).toMatchObject([{ path: models, line: 4 }]);
    // The id belongs to another state.
    expect(await step('in', [ids.run], { state: laterKey, kinds: edgeKinds })).toEqual([]);
    expect(await step('out', [ids.main], { state: laterKey, kinds: edgeKinds })).toEqual([]);
  });

  it('returns at most the documented number of edges, the first by path and line', async () => {
    const { maxEdges } = subject.graphStore;
    const many = Array.from({ length: maxEdges + 5 }, (_, index) =>
      edge('calls', 3, createTarget(models, 1), { line: index + 1 }),
    );
    await fill(subject, laterKey, { files, edges: { [app]: many.toReversed() } });
    const save = await findNodeId(subject, laterKey, { path: models, symbol: 1 });
    const foundEdges = await step('in', [save], { state: laterKey });
    expect(foundEdges).toHaveLength(maxEdges);
    expect(foundEdges.at(-1)?.line).toBe(maxEdges);
    expect(await subject.graphStore.countEdges(laterKey)).toBe(maxEdges + 5);
  });

  it('accepts the documented number of nodes', async () => {
    const many = Array.from({ length: subject.graphStore.maxNodes }, (_, index) =>
      index === 0 ? ids.run : `${ids.app}.${index + 10}`,
    );
    expect(await step('in', many)).toHaveLength(2);
  });
}
