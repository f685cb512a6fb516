/**
 * Resolves the version that answers a question. It is the version that the question names, else that of an earlier turn, else that of
 * the request, else the newest ready version.
 */

import type { EarlierTurn } from '../../../core/answers/conversation.ts';
import type { Viewer } from '../../../core/viewer.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../../../retrieval/follow-up/rewrite-follow-up.ts';
import { mayConcernVersion, readVersionInTurn } from '../../../retrieval/versions/read-version-in-turn.ts';
import type { Services } from '../../services.ts';
import { groupVersions } from '../../versions/list-versions.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

export interface QuestionVersion {
  readonly resolved: ResolvedSnapshot;
  /** The rewritten question, to which follow-up questions can refer. */
  readonly followUp: RewrittenQuestion;
  /** The rewritten question without the words that name a version. */
  readonly text: string;
  /** Whether this question or an earlier one names the version. */
  readonly isNamed: boolean;
  /** The version to compare with, if the question asks what has changed. */
  readonly since: ResolvedSnapshot | undefined;
  /** A named version that is not indexed or not ready. No other version answers the question. */
  readonly missing: MissingVersion | undefined;
  /** The named version that follow-up questions use too. */
  readonly followUpVersion: string | undefined;
}

export interface MissingVersion {
  readonly named: string;
  /** Branches and tags that are ready to read. */
  readonly available: readonly string[];
}

interface VersionRequest {
  readonly id: string;
  /** The version in the request. */
  readonly version: string | undefined;
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

/** @throws what `resolveSnapshot` throws */
export async function resolveQuestionVersion(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version, question, earlier }: VersionRequest,
): Promise<QuestionVersion> {
  const resolve = (ref: string | undefined) => resolveSnapshot(services, viewer, { id, version: ref });
  const useRequestedVersion = async (followUp: RewrittenQuestion, followUpVersion?: string) => ({
    resolved: await resolve(version),
    followUp,
    text: followUp.text,
    isNamed: false,
    since: undefined,
    missing: undefined,
    followUpVersion,
  });
  const turn = { question, requestedVersion: version, earlier };
  if (!mayConcernVersion(turn)) return useRequestedVersion(rewriteFollowUp(question, earlier));
  const found = await services.catalog.readRepository(viewer, id);
  const versions = groupVersions(found?.snapshots ?? []);
  const refs = versions.flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
  const { versionQuestion: read, followUp, nextVersion: followUpVersion } = readVersionInTurn(turn, refs);
  if (read.kind === 'none') return useRequestedVersion(followUp, followUpVersion);
  const available = versions.flatMap(({ ref, snapshot }) =>
    ref === undefined || snapshot.generation === 0 ? [] : [ref],
  );
  const missing = async (named: string) => ({
    ...(await useRequestedVersion(followUp, followUpVersion)),
    missing: { named, available },
  });
  if (read.kind === 'unknown') return missing(read.named);
  const named =
    read.kind === 'at' ? [read.version] : [read.from, ...(read.to === undefined ? [] : [read.to])];
  // The version is known but not ready, so the answer declines.
  const notReady = named.find((ref) => !available.includes(ref));
  if (notReady !== undefined) return missing(notReady);
  const base = { followUp, text: read.text, isNamed: true, missing: undefined, followUpVersion };
  if (read.kind === 'at') return { ...base, resolved: await resolve(read.version), since: undefined };
  const [to, since] = await Promise.all([resolve(read.to ?? version), resolve(read.from)]);
  return { ...base, resolved: to, since };
}
