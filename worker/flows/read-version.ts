/**
 * The version a question is answered from: the one its words name, else the one those before it named, else the one the request
 * names, else the newest that is ready.
 */

import type { EarlierTurn } from '../core/conversation.ts';
import type { Viewer } from '../core/viewer.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../retrieval/rewrite-follow-up.ts';
import { mayBeOfVersion, readVersionInTurn } from '../retrieval/versions/read-version-in-turn.ts';
import { versionsOf } from './versions/list-versions.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

export interface VersionAsked {
  readonly resolved: ResolvedSnapshot;
  /** The question on its own, as those after it see it. */
  readonly followUp: RewrittenQuestion;
  /** The same without any words that name a version. */
  readonly text: string;
  /** Whether its words, or those before it, name it. */
  readonly isNamed: boolean;
  /** The version it is compared with, where it asks what has changed. */
  readonly since: ResolvedSnapshot | undefined;
  /** A version it names that is not indexed, or not yet: it is answered from no other. */
  readonly missing: MissingVersion | undefined;
  /** The version named that the questions after it keep to. */
  readonly keeps: string | undefined;
}

export interface MissingVersion {
  readonly named: string;
  /** Branches and tags there are that can be read. */
  readonly available: readonly string[];
}

interface AskedOfVersion {
  readonly id: string;
  /** As the request names it. */
  readonly version: string | undefined;
  readonly question: string;
  /** The turns before it, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

/** @throws what `resolveSnapshot` throws */
export async function readVersion(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version, question, earlier }: AskedOfVersion,
): Promise<VersionAsked> {
  const resolve = (wanted: string | undefined) => resolveSnapshot(services, viewer, { id, version: wanted });
  const plain = async (followUp: RewrittenQuestion, keeps?: string) => ({
    resolved: await resolve(version),
    followUp,
    text: followUp.text,
    isNamed: false,
    since: undefined,
    missing: undefined,
    keeps,
  });
  const turn = { question, asked: version, earlier };
  if (!mayBeOfVersion(turn)) return plain(rewriteFollowUp(question, earlier));
  const found = await services.catalog.readRepository(viewer, id);
  const versions = versionsOf(found?.snapshots ?? []);
  const refs = versions.flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
  const { read, followUp, keeps } = readVersionInTurn(turn, refs);
  if (read.kind === 'none') return plain(followUp, keeps);
  const available = versions.flatMap(({ ref, snapshot }) =>
    ref === undefined || snapshot.generation === 0 ? [] : [ref],
  );
  const missing = async (named: string) => ({
    ...(await plain(followUp, keeps)),
    missing: { named, available },
  });
  if (read.kind === 'unknown') return missing(read.named);
  const named =
    read.kind === 'at' ? [read.version] : [read.from, ...(read.to === undefined ? [] : [read.to])];
  // Named, known, and not ready: what is asked of it is no other's to answer.
  const notReady = named.find((one) => !available.includes(one));
  if (notReady !== undefined) return missing(notReady);
  const as = { followUp, text: read.text, isNamed: true, missing: undefined, keeps };
  if (read.kind === 'at') return { ...as, resolved: await resolve(read.version), since: undefined };
  const [to, since] = await Promise.all([resolve(read.to ?? version), resolve(read.from)]);
  return { ...as, resolved: to, since };
}
