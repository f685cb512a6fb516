/** Resolves the repository of a live question: the commit on the host, and the files already fetched for earlier questions. */

import { AppError } from '../../core/errors.ts';
import { readSource } from '../../core/repositories/read-source.ts';
import type { Snapshot } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { resolveHostedSource, type HostedTarget } from '../repositories/resolve-hosted-source.ts';
import { requireListed } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';
import type { EarlierTurn, Turn } from '../../core/answers/conversation.ts';
import { matchVersion } from '../../core/repositories/match-version.ts';
import { hostedLocation } from '../../core/repositories/source.ts';

export interface LiveRequest {
  /** The source as the user pasted it. */
  readonly source: string;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
}

export interface LiveTarget extends Pick<HostedTarget, 'hosted' | 'access' | 'subdirectory'> {
  /** `owner/name`, followed by the folder if there is one. */
  readonly name: string;
  readonly ref: string;
  readonly commit: string;
  /** The live repository of earlier questions, if it has not expired. */
  readonly liveRepository: { readonly id: string; readonly shard: number } | undefined;
  /** The newest readable snapshot of this commit in the live repository. */
  readonly base: Snapshot | undefined;
}

/** Returns the name of a live repository. No repository that is added from a host has this prefix. */
export function liveName(name: string): string {
  return `live:${name}`;
}

/** @throws AppError `source_invalid` (also for web documentation) | `not_allowed` | `source_not_found` | `ref_not_found`; also what the host throws */
export async function resolveLiveSource(
  services: Services,
  viewer: Viewer,
  request: LiveRequest,
): Promise<LiveTarget> {
  const pasted = readSource(request.source);
  if (pasted.kind === 'web')
    throw new AppError(
      'source_invalid',
      `${JSON.stringify(pasted.start.slice(0, 80))} is not a repository on GitHub. Live questions support only GitHub. Add it instead.`,
    );
  // The files would become another repository, which such a key may not read.
  requireListed(viewer, undefined);
  const { hosted, access, subdirectory, name, ref } = await resolveHostedSource(
    services,
    viewer,
    pasted,
    request,
  );
  const resolved = await services.hosting.codeHost.resolve(hosted, ref ?? hosted.defaultBranch, access);
  if (resolved === 'unchanged')
    throw new AppError('host_unavailable', 'GitHub reported an unknown ref as unchanged.');
  const known = await services.catalog.findRepository(viewer, liveName(name), 'live');
  const snapshots = known === undefined ? [] : await services.catalog.listSnapshots([known.id]);
  const { commit } = resolved;
  return {
    hosted,
    access,
    subdirectory,
    name,
    ref: ref ?? hosted.defaultBranch,
    commit,
    liveRepository: known,
    base: snapshots.find((snapshot) => snapshot.commit === commit && snapshot.generation > 0),
  };
}

/**
 * Creates the live request for a repository that is indexed here.
 * @throws AppError `repository_not_found` | `invalid_request` (it is not on a host)
 */
export async function toLiveRequest(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version }: { readonly id: string; readonly version: string | undefined },
): Promise<LiveRequest> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const location = hostedLocation(found.repository.source);
  if (location === undefined)
    throw new AppError(
      'invalid_request',
      `options.live: ${JSON.stringify(found.repository.name)} does not come from GitHub, the only host that live questions support.`,
    );
  const named = version === undefined ? undefined : matchVersion(found.snapshots, version)[0];
  const [newest] = found.snapshots;
  return {
    source: `${location.owner}/${location.name}`,
    ref: named === undefined ? (version ?? newest?.ref) : named.ref,
    subdirectory: (named ?? newest)?.subdirectory,
  };
}

/** Reads the earlier turns of a continued conversation, oldest first. */
export async function readEarlierTurns(
  { conversations }: Pick<Services, 'conversations'>,
  viewer: Viewer,
  { liveRepository }: Pick<LiveTarget, 'liveRepository'>,
  conversationId: string | undefined,
): Promise<readonly EarlierTurn[]> {
  if (liveRepository === undefined || conversationId === undefined) return [];
  const conversation = await conversations.read({
    viewer,
    repositoryId: liveRepository.id,
    id: conversationId,
  });
  return (conversation?.turns ?? []).map(toEarlierTurn);
}

function toEarlierTurn({ question, events }: Turn): EarlierTurn {
  const read = events.find((event) => event.type === 'question');
  const end = events.find((event) => event.type === 'end');
  return { question: read?.reading.text ?? question, subjects: end?.subjects ?? [] };
}
