/**
 * Checks whether the citations of a conversation are still valid: each turn against the newest ready snapshot of its branch or tag. Also
 * checks citations that a client stores itself. A citation of a commit always stays valid, since commits do not change.
 */

import type { Conversation, ConversationKey, Turn } from '../../core/answers/conversation.ts';
import type { CitedLines, Drift } from '../../core/history/drift.ts';
import { AppError } from '../../core/errors.ts';
import { isSpanEvidence, type ShownEvidence, type ShownSpan } from '../../core/answers/evidence.ts';
import type { Repository, Snapshot } from '../../core/repositories/repository.ts';
import { createDriftBudget, type DriftBudget } from '../../retrieval/drift/drift-budget.ts';
import { locateCitations } from './locate-citations.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import type { Viewer } from '../../core/viewer.ts';

type DriftServices = Pick<Services, 'catalog' | 'chunkStore' | 'textIndex'>;

export interface CitationDrift extends Drift {
  /** The evidence's id. */
  readonly evidence: string;
}

/** A snapshot, or what is still known about a removed snapshot. */
type KnownSnapshot = Pick<Snapshot, 'id' | 'ref' | 'commit'> & Partial<Snapshot>;

export interface TurnDrift {
  readonly turn: string;
  /** The snapshot that the turn was answered from; undefined if nothing is known about it any more. */
  readonly answered: KnownSnapshot | undefined;
  readonly asOf: ResolvedSnapshot;
  readonly citations: readonly CitationDrift[];
  /** Number of sources that were not checked, to limit the work. */
  readonly unchecked: number;
}

/** Maximum sources checked per request. The last turns are checked first. */
const maxSources = 2_000;

/** @throws AppError `repository_not_found` | `conversation_not_found` | `not_ready` | `indexing_failed` */
export async function checkConversation(
  services: DriftServices & Pick<Services, 'conversations'>,
  key: ConversationKey,
): Promise<readonly TurnDrift[]> {
  const [indexed, conversation] = await Promise.all([
    services.catalog.readRepository(key.viewer, key.repositoryId),
    services.conversations.read(key),
  ]);
  if (indexed === undefined || conversation === undefined)
    throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
  const newest = await resolveSnapshot(services, key.viewer, { id: key.repositoryId, version: undefined });
  const sourced = readSources(conversation);
  const known = await listKnownSnapshots(services, indexed, sourced);
  const turns = sourced.map(({ turn, snapshotId, sources }) => {
    const answered = known.find(({ id }) => id === snapshotId);
    return { turn, sources, answered, asOf: newestMatching(indexed, answered) ?? newest };
  });
  const checkedTurns: TurnDrift[] = [];
  const budget = createDriftBudget();
  let remaining = maxSources;
  for (const group of groupTurns(turns)) {
    const checked = await checkGroup(services, group, { limit: remaining, budget });
    checkedTurns.push(...checked);
    remaining -= checked.reduce((sum, { citations }) => sum + citations.length, 0);
  }
  const order = new Map(turns.map(({ turn }, index) => [turn.id, index]));
  return checkedTurns.sort((a, b) => (order.get(a.turn) ?? 0) - (order.get(b.turn) ?? 0));
}

interface IndexedRepository {
  readonly repository: Repository;
  readonly snapshots: readonly Snapshot[];
}

interface TurnSources {
  readonly turn: Turn;
  readonly sources: readonly ShownEvidence[];
  readonly answered: KnownSnapshot | undefined;
  readonly asOf: ResolvedSnapshot;
}

/** Groups turns that were answered from the same snapshot and are checked against the same one, last turn first. */
function groupTurns(turns: readonly TurnSources[]): readonly (readonly TurnSources[])[] {
  const groups = new Map<string, TurnSources[]>();
  for (const turn of turns.toReversed()) {
    const key = `${turn.answered?.id} ${turn.asOf.snapshot.id}`;
    groups.set(key, [...(groups.get(key) ?? []), turn]);
  }
  return [...groups.values()];
}

async function checkGroup(
  services: DriftServices,
  group: readonly TurnSources[],
  { limit, budget }: { readonly limit: number; readonly budget: DriftBudget },
): Promise<readonly TurnDrift[]> {
  const [first] = group;
  if (first === undefined) return [];
  const { asOf, answered } = first;
  const checked = group
    .flatMap(({ turn, sources }) => sources.map((source) => ({ turn, source })))
    .slice(0, limit);
  const drifts = new Map<string, Drift>();
  const cited = new Map<string, CitedLines>();
  // Lines that several turns cite are located once.
  for (const { source } of checked)
    if (isSpanEvidence(source)) cited.set(spanKey(source), toCitedLines(source));
  const isNewest = answered?.id === asOf.snapshot.id;
  const older =
    answered?.number === undefined || (answered.generation ?? 0) === 0
      ? undefined
      : { shard: asOf.key.shard, snapshot: answered.number, generation: answered.generation ?? 0 };
  const located = isNewest
    ? [...cited.values()].map(unchangedLines)
    : await locateCitations(services, { older, newer: asOf.key }, [...cited.values()], budget);
  for (const [index, key] of [...cited.keys()].entries()) {
    const drift = located[index];
    if (drift !== undefined) drifts.set(key, drift);
  }
  return group.map(({ turn, sources }) => {
    const citations = checked
      .filter((cited) => cited.turn === turn)
      .flatMap(({ source }) => {
        const drift = isSpanEvidence(source) ? drifts.get(spanKey(source)) : unchangedCommit(source.id);
        return drift === undefined ? [] : [{ ...drift, evidence: source.id }];
      });
    return { turn: turn.id, answered, asOf, citations, unchecked: sources.length - citations.length };
  });
}

function readSources({ turns }: Conversation) {
  return turns.map((turn) => ({
    turn,
    snapshotId: turn.events.find((event) => event.type === 'begin')?.snapshot,
    sources: turn.events.findLast((event) => event.type === 'sources')?.evidence ?? [],
  }));
}

/** Lists the repository's snapshots, and also the removed ones if a turn was answered from a removed snapshot. */
async function listKnownSnapshots(
  { catalog }: Pick<Services, 'catalog'>,
  { repository, snapshots }: IndexedRepository,
  turns: readonly { readonly snapshotId: string | undefined }[],
): Promise<readonly KnownSnapshot[]> {
  const ids = new Set(snapshots.map(({ id }) => id));
  const isMissing = turns.some(({ snapshotId }) => snapshotId !== undefined && !ids.has(snapshotId));
  return isMissing ? [...snapshots, ...(await catalog.listRemovedSnapshots(repository.id))] : snapshots;
}

/** Finds the newest ready snapshot of the same branch or tag and folder. The folder of a removed snapshot is unknown. */
function newestMatching(
  { repository, snapshots }: IndexedRepository,
  answered: KnownSnapshot | undefined,
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

function spanKey({ path, startLine, endLine, spanHash }: ShownSpan): string {
  return JSON.stringify([path, startLine, endLine, spanHash]);
}

function toCitedLines(source: ShownSpan): CitedLines {
  const { path, startLine, endLine, text, fileHash, symbol } = source;
  return { path, startLine, endLine, text, fileHash, symbol };
}

function unchangedLines({ path, startLine, endLine }: CitedLines): Drift {
  return { state: 'same', position: { path, startLine, endLine }, remainingFraction: 1 };
}

/** Returns the drift of a cited commit, which never changes. */
function unchangedCommit(evidence: string): CitationDrift {
  return { evidence, state: 'same', position: undefined, remainingFraction: 1 };
}

/** Checks citations that a client stores, with the client's own ids. @throws what `resolveSnapshot` throws */
export async function checkCitations(
  services: Pick<Services, 'catalog' | 'chunkStore' | 'textIndex'>,
  viewer: Viewer,
  request: {
    readonly id: string;
    /** The version to check against; undefined means the newest ready version. */
    readonly version: string | undefined;
    readonly citations: readonly (CitedLines & { readonly evidence: string })[];
    /** Ids of citations whose source is a commit. */
    readonly commits: readonly string[];
  },
): Promise<Pick<TurnDrift, 'asOf' | 'citations' | 'unchecked'>> {
  const asOf = await resolveSnapshot(services, viewer, request);
  const drifts = await locateCitations(services, { older: undefined, newer: asOf.key }, request.citations);
  const citations = request.citations.flatMap(({ evidence }, index) => {
    const drift = drifts[index];
    return drift === undefined ? [] : [{ evidence, ...drift }];
  });
  return {
    asOf,
    citations: [...citations, ...request.commits.map(unchangedCommit)],
    unchecked: request.citations.length - citations.length,
  };
}
