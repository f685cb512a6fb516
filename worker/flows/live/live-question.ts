/** What a live question is asked of, and what came before it. */

import type { EarlierTurn, Turn } from '../../core/conversation.ts';
import { AppError } from '../../core/errors.ts';
import { matchVersion } from '../../core/match-version.ts';
import { placeOnHost } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { LiveFound, LiveWanted } from './live-find.ts';
import type { Services } from '../services.ts';

/** A repository that is indexed, as it is to be asked live. @throws AppError `repository_not_found` | `invalid_request` (it is on no host) */
export async function liveOfIndexed(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version }: { readonly id: string; readonly version: string | undefined },
): Promise<LiveWanted> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const place = placeOnHost(found.repository.source);
  if (place === undefined)
    throw new AppError(
      'invalid_request',
      `options.live: ${JSON.stringify(found.repository.name)} was not taken from GitHub, which alone is asked live.`,
    );
  const named = version === undefined ? undefined : matchVersion(found.snapshots, version)[0];
  const [newest] = found.snapshots;
  return {
    source: `${place.owner}/${place.name}`,
    ref: named === undefined ? (version ?? newest?.ref) : named.ref,
    subdirectory: (named ?? newest)?.subdirectory,
  };
}

/** The turns of a conversation that goes on, oldest first. */
export async function earlierLive(
  { conversations }: Pick<Services, 'conversations'>,
  viewer: Viewer,
  { known }: Pick<LiveFound, 'known'>,
  conversationId: string | undefined,
): Promise<readonly EarlierTurn[]> {
  if (known === undefined || conversationId === undefined) return [];
  const kept = await conversations.read({ viewer, repositoryId: known.id, id: conversationId });
  return (kept?.turns ?? []).map(earlierOf);
}

function earlierOf({ question, events }: Turn): EarlierTurn {
  const read = events.find((event) => event.type === 'question');
  const end = events.find((event) => event.type === 'end');
  return { question: read?.reading.text ?? question, subjects: end?.subjects ?? [] };
}
