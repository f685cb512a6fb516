/**
 * Whether the citations of a conversation still hold, each turn against the newest ready snapshot of the branch or tag it was asked of.
 * A commit does not change, so what cites one stays the same.
 */

import type { Conversation, ConversationKey, Turn } from '../../core/conversation.ts';
import type { CitedLines, Drift } from '../../core/drift.ts';
import { AppError } from '../../core/errors.ts';
import { isOfLines, type ShownEvidence, type ShownSpan } from '../../core/evidence.ts';
import type { Repository, Snapshot } from '../../core/repository.ts';
import { createDriftBudget, type DriftBudget } from '../../retrieval/drift/drift-budget.ts';
import { locateCitations } from './locate-citations.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

type Needed = Pick<Services, 'catalog' | 'chunkStore' | 'textIndex'>;

export interface CitationDrift extends Drift {
  /** The evidence's id. */
  readonly evidence: string;
}

/** A snapshot, or what is still known of one that is no longer kept. */
type KeptOrGone = Pick<Snapshot, 'id' | 'ref' | 'commit'> & Partial<Snapshot>;

export interface TurnDrift {
  readonly turn: string;
  /** What it was asked of; undefined where nothing is known of it any more. */
  readonly answered: KeptOrGone | undefined;
  readonly asOf: ResolvedSnapshot;
  readonly citations: readonly CitationDrift[];
  /** Sources it would have taken too much to tell of. */
  readonly unchecked: number;
}

/** Sources looked at in one request; the last turns come first. */
const maxSources = 2_000;

/** @throws AppError `repository_not_found` | `conversation_not_found` | `not_ready` | `indexing_failed` */
export async function checkConversation(
  services: Needed & Pick<Services, 'conversations'>,
  key: ConversationKey,
): Promise<readonly TurnDrift[]> {
  const [catalogued, conversation] = await Promise.all([
    services.catalog.readRepository(key.viewer, key.repositoryId),
    services.conversations.read(key),
  ]);
  if (catalogued === undefined || conversation === undefined)
    throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
  const newest = await resolveSnapshot(services, key.viewer, { id: key.repositoryId, version: undefined });
  const told = sourcesOf(conversation);
  const known = await snapshotsOf(services, catalogued, told);
  const asked = told.map(({ turn, snapshotId, sources }) => {
    const answered = known.find(({ id }) => id === snapshotId);
    return { turn, sources, answered, asOf: newestOf(catalogued, answered) ?? newest };
  });
  const checkedTurns: TurnDrift[] = [];
  const budget = createDriftBudget();
  let left = maxSources;
  for (const group of groupsOf(asked)) {
    const checked = await checkGroup(services, group, { most: left, budget });
    checkedTurns.push(...checked);
    left -= checked.reduce((sum, { citations }) => sum + citations.length, 0);
  }
  const places = new Map(asked.map(({ turn }, at) => [turn.id, at]));
  return checkedTurns.sort((a, b) => (places.get(a.turn) ?? 0) - (places.get(b.turn) ?? 0));
}

interface Catalogued {
  readonly repository: Repository;
  readonly snapshots: readonly Snapshot[];
}

interface AskedSources {
  readonly turn: Turn;
  readonly sources: readonly ShownEvidence[];
  readonly answered: KeptOrGone | undefined;
  readonly asOf: ResolvedSnapshot;
}

/** Turns asked of one state and checked against one other, the last first. */
function groupsOf(asked: readonly AskedSources[]): readonly (readonly AskedSources[])[] {
  const groups = new Map<string, AskedSources[]>();
  for (const one of asked.toReversed()) {
    const name = `${one.answered?.id} ${one.asOf.snapshot.id}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

async function checkGroup(
  services: Needed,
  group: readonly AskedSources[],
  { most, budget }: { readonly most: number; readonly budget: DriftBudget },
): Promise<readonly TurnDrift[]> {
  const [first] = group;
  if (first === undefined) return [];
  const { asOf, answered } = first;
  const looked = group
    .flatMap(({ turn, sources }) => sources.map((source) => ({ turn, source })))
    .slice(0, most);
  const drifts = new Map<string, Drift>();
  const cited = new Map<string, CitedLines>();
  // What several turns cite is looked for once.
  for (const { source } of looked) if (isOfLines(source)) cited.set(nameOf(source), linesOf(source));
  const isNewest = answered?.id === asOf.snapshot.id;
  const was =
    answered?.number === undefined || (answered.generation ?? 0) === 0
      ? undefined
      : { shard: asOf.key.shard, snapshot: answered.number, generation: answered.generation ?? 0 };
  const located = isNewest
    ? [...cited.values()].map(stays)
    : await locateCitations(services, { was, now: asOf.key }, [...cited.values()], budget);
  for (const [at, name] of [...cited.keys()].entries()) {
    const drift = located[at];
    if (drift !== undefined) drifts.set(name, drift);
  }
  return group.map(({ turn, sources }) => {
    const citations = looked
      .filter((one) => one.turn === turn)
      .flatMap(({ source }) => {
        const drift = isOfLines(source) ? drifts.get(nameOf(source)) : unchanged(source.id);
        return drift === undefined ? [] : [{ ...drift, evidence: source.id }];
      });
    return { turn: turn.id, answered, asOf, citations, unchecked: sources.length - citations.length };
  });
}

function sourcesOf({ turns }: Conversation) {
  return turns.map((turn) => ({
    turn,
    snapshotId: turn.events.find((event) => event.type === 'begin')?.snapshot,
    sources: turn.events.findLast((event) => event.type === 'sources')?.evidence ?? [],
  }));
}

/** Those there are; with those no longer kept, where a turn was asked of one. */
async function snapshotsOf(
  { catalog }: Pick<Services, 'catalog'>,
  { repository, snapshots }: Catalogued,
  turns: readonly { readonly snapshotId: string | undefined }[],
): Promise<readonly KeptOrGone[]> {
  const ids = new Set(snapshots.map(({ id }) => id));
  const isMissing = turns.some(({ snapshotId }) => snapshotId !== undefined && !ids.has(snapshotId));
  return isMissing ? [...snapshots, ...(await catalog.listGone(repository.id))] : snapshots;
}

/** The newest ready snapshot of the same branch or tag and folder; of what is gone the folder is not known. */
function newestOf(
  { repository, snapshots }: Catalogued,
  answered: KeptOrGone | undefined,
): ResolvedSnapshot | undefined {
  const snapshot = snapshots.find(
    ({ ref, subdirectory, generation }) =>
      generation > 0 &&
      ref === answered?.ref &&
      (answered?.number === undefined || subdirectory === answered.subdirectory),
  );
  if (answered === undefined || snapshot === undefined) return undefined;
  const key = { shard: repository.shard, snapshot: snapshot.number, generation: snapshot.generation };
  return { repository, snapshot, key };
}

function nameOf({ path, startLine, endLine, spanHash }: ShownSpan): string {
  return JSON.stringify([path, startLine, endLine, spanHash]);
}

function linesOf(source: ShownSpan): CitedLines {
  const { path, startLine, endLine, text, fileHash, symbol } = source;
  return { path, startLine, endLine, text, fileHash, symbol };
}

function stays({ path, startLine, endLine }: CitedLines): Drift {
  return { state: 'same', place: { path, startLine, endLine }, share: 1 };
}

/** Of a commit. */
export function unchanged(evidence: string): CitationDrift {
  return { evidence, state: 'same', place: undefined, share: 1 };
}
