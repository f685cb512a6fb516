/**
 * Whether citations still hold: those of a conversation, each turn against the newest ready snapshot of the branch or tag it was
 * asked of, or those a client kept itself. A commit does not change, so what cites one stays the same.
 */

import type { Conversation, ConversationKey, Turn } from '../core/conversation.ts';
import type { CitedLines, Drift } from '../core/drift.ts';
import { AppError } from '../core/errors.ts';
import { isOfCommit, type ShownEvidence, type ShownSpan } from '../core/evidence.ts';
import type { Repository, Snapshot } from '../core/repository.ts';
import type { Viewer } from '../core/viewer.ts';
import { locateCitations } from './locate-citations.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';

type Needed = Pick<Services, 'catalog' | 'chunkStore' | 'textIndex'>;

export interface CitationDrift extends Drift {
  /** The evidence's id. */
  readonly evidence: string;
}

export interface TurnDrift {
  readonly turn: string;
  /** What it was asked of; undefined where nothing is known of it any more. */
  readonly answered: Snapshot | undefined;
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
  const asked = sourcesOf(conversation).map(({ turn, snapshotId, sources }) => {
    const answered = catalogued.snapshots.find(({ id }) => id === snapshotId);
    return { turn, sources, answered, asOf: newestOf(catalogued, answered) ?? newest };
  });
  const told: TurnDrift[] = [];
  let left = maxSources;
  for (const group of groupsOf(asked)) {
    const checked = await checkGroup(services, group, left);
    told.push(...checked);
    left -= checked.reduce((sum, { citations }) => sum + citations.length, 0);
  }
  const places = new Map(asked.map(({ turn }, at) => [turn.id, at]));
  return told.sort((a, b) => (places.get(a.turn) ?? 0) - (places.get(b.turn) ?? 0));
}

/** Citations a client holds, with ids of its own. @throws what `resolveSnapshot` throws */
export async function checkCitations(
  services: Needed,
  viewer: Viewer,
  held: {
    readonly id: string;
    /** What they are checked against; the newest that is ready where it is undefined. */
    readonly version: string | undefined;
    readonly citations: readonly (CitedLines & { readonly evidence: string })[];
    /** Ids of citations of commits. */
    readonly commits: readonly string[];
  },
): Promise<Pick<TurnDrift, 'asOf' | 'citations' | 'unchecked'>> {
  const asOf = await resolveSnapshot(services, viewer, held);
  const drifts = await locateCitations(services, { was: undefined, now: asOf.key }, held.citations);
  const citations = held.citations.flatMap(({ evidence }, at) => {
    const drift = drifts[at];
    return drift === undefined ? [] : [{ evidence, ...drift }];
  });
  return {
    asOf,
    citations: [...citations, ...held.commits.map(unchanged)],
    unchecked: held.citations.length - citations.length,
  };
}

interface AskedSources {
  readonly turn: Turn;
  readonly sources: readonly ShownEvidence[];
  readonly answered: Snapshot | undefined;
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
  most: number,
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
  for (const { source } of looked) if (!isOfCommit(source)) cited.set(nameOf(source), linesOf(source));
  const isNewest = answered?.id === asOf.snapshot.id;
  const was =
    answered === undefined || answered.generation === 0
      ? undefined
      : { shard: asOf.key.shard, snapshot: answered.number, generation: answered.generation };
  const located = isNewest
    ? [...cited.values()].map(stays)
    : await locateCitations(services, { was, now: asOf.key }, [...cited.values()]);
  for (const [at, name] of [...cited.keys()].entries()) {
    const drift = located[at];
    if (drift !== undefined) drifts.set(name, drift);
  }
  return group.map(({ turn, sources }) => {
    const citations = looked
      .filter((one) => one.turn === turn)
      .flatMap(({ source }) => {
        const drift = isOfCommit(source) ? unchanged(source.id) : drifts.get(nameOf(source));
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

/** The newest ready snapshot of the same branch or tag and folder. */
function newestOf(
  { repository, snapshots }: { readonly repository: Repository; readonly snapshots: readonly Snapshot[] },
  answered: Snapshot | undefined,
): ResolvedSnapshot | undefined {
  const snapshot = snapshots.find(
    ({ ref, subdirectory, generation }) =>
      generation > 0 && ref === answered?.ref && subdirectory === answered?.subdirectory,
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

function unchanged(evidence: string): CitationDrift {
  return { evidence, state: 'same', place: undefined, share: 1 };
}
