/** Defines what the graph store's suites test, and the small repository that most of them store. */

import type { EdgeKind, EdgeTarget, EdgeTier, FileEdge } from '../../../worker/core/code/edge.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import { storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { linkSnapshot, type Edges, type GraphStores } from '../../support/workbench/link-snapshot.ts';
import type { ManualClock } from '../../support/fakes/manual-clock.ts';
import { definition, type FileFacts } from '../../support/workbench/parsed-files.ts';

export interface GraphStoreSubject extends GraphStores {
  readonly clock: ManualClock;
  /** Number of all stored rows, by kind. */
  readonly countRows: () => Promise<Record<string, number>>;
}

export const key: SnapshotKey = { shard: 0, snapshot: 1, generation: 1 };
/** A later snapshot of the same repository. */
export const laterKey: SnapshotKey = { shard: 0, snapshot: 2, generation: 1 };

export const app = 'src/app.py';
export const models = 'src/models.py';
export const base = 'src/日本/é.py';

export function lines(count: number, label: string): string {
  return Array.from({ length: count }, (_, line) => `${label} ${line + 1}\n`).join('');
}

export const files: readonly FileFacts[] = [
  {
    path: app,
    text: lines(14, 'app'),
    symbols: [
      definition('App', 1, { kind: 'class', endLine: 10, complexity: 7, documentation: 'The app.' }),
      definition('App.run', 2, { kind: 'method', endLine: 5, exported: false }),
      definition('App.run.inner', 3, { endLine: 4 }),
      definition('main', 12, { endLine: 14 }),
    ],
  },
  {
    path: models,
    text: lines(5, 'model'),
    symbols: [
      definition('Model', 1, { kind: 'class', endLine: 5 }),
      definition('Model.save', 2, { endLine: 4 }),
    ],
  },
  { path: base, text: lines(3, 'base'), symbols: [definition('Base', 1), definition('Model.late', 2)] },
  { path: 'README.md', text: '# Read\n' },
];

export function edge(
  kind: Exclude<EdgeKind, 'defines'>,
  from: number | undefined,
  to: EdgeTarget,
  options: { readonly line: number; readonly tier?: EdgeTier },
): FileEdge {
  return { kind, from, to, tier: options.tier ?? 'resolved', line: options.line };
}

/** Creates the target of an edge: a file, or the definition with this index in the file. */
export const createTarget = (path: string, symbol?: number): EdgeTarget => ({ path, symbol });

export const edges: Edges = {
  [app]: [
    edge('imports', undefined, createTarget(models), { line: 1 }),
    edge('imports', undefined, { external: '@scope/requests' }, { line: 2 }),
    edge('calls', 1, createTarget(models, 1), { line: 4, tier: 'import-scoped' }),
    edge('calls', 2, { name: 'get', candidates: 3 }, { line: 4, tier: 'name-match' }),
    edge('calls', 3, createTarget(app, 1), { line: 13 }),
    edge('calls', 3, createTarget(app, 1), { line: 14 }),
  ],
  [models]: [
    edge('extends', 0, createTarget(base, 0), { line: 1 }),
    edge('has-method', 0, createTarget(models, 1), { line: 2 }),
    edge('has-method', 0, createTarget(base, 1), { line: 2 }),
    edge('calls', 1, createTarget(app, 1), { line: 3, tier: 'name-match' }),
  ],
};

/** Stores and links the small repository. */
export async function fill(
  subject: GraphStoreSubject,
  state: SnapshotKey = key,
  options: {
    readonly repositoryId?: string;
    readonly edges?: Edges;
    readonly files?: readonly FileFacts[];
  } = {},
): Promise<void> {
  const { repositoryId = 'repository-1' } = options;
  await storeFiles(subject, state, { files: options.files ?? files });
  await linkSnapshot(subject, state, { repositoryId, edges: options.edges ?? edges });
}
