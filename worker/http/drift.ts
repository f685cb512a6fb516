/** Routes that check whether citations are still current: the citations of a conversation, or citations that a client sends. */

import type { CitationDrift as WireCitation, SnapshotReference } from '../contract/drift/schema.ts';
import { conversationDriftRoute, driftRoute } from '../contract/drift/routes.ts';
import { AppError } from '../core/errors.ts';
import { checkCitations, checkConversation, type CitationDrift } from '../flows/drift/check-drift.ts';
import type { ResolvedSnapshot } from '../flows/versions/resolve-snapshot.ts';
import { permalink } from '../flows/search/search-snapshot.ts';
import type { App } from './context.ts';
import { resolveConversationKey } from './conversations.ts';

/** Matches no file, since no hash is empty. */
const unknownHash = '';

export function bindDrift(app: App): void {
  app.openapi(conversationDriftRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const turns = await checkConversation(context.get('services'), key);
    const last = turns.at(-1);
    if (last === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    return context.json(
      {
        asOf: snapshotReference(last.asOf.snapshot),
        turns: turns.map(({ turn, answered, asOf, citations, unchecked }) => ({
          turn,
          answered: answered === undefined ? null : snapshotReference(answered),
          asOf: snapshotReference(asOf.snapshot),
          citations: citations.map((citation) => citationToWire(asOf, citation)),
          unchecked,
        })),
      },
      200,
    );
  });

  app.openapi(driftRoute, async (context) => {
    const { version, citations } = context.req.valid('json');
    const lines = citations.flatMap((citation) =>
      citation.kind === 'commit'
        ? []
        : [
            {
              ...citation,
              evidence: citation.id,
              fileHash: citation.hash ?? unknownHash,
              symbol: citation.symbol,
            },
          ],
    );
    const found = await checkCitations(context.get('services'), context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
      citations: lines,
      commits: citations.filter(({ kind }) => kind === 'commit').map(({ id }) => id),
    });
    return context.json(
      {
        asOf: snapshotReference(found.asOf.snapshot),
        citations: found.citations.map((citation) => citationToWire(found.asOf, citation)),
        unchecked: found.unchecked,
      },
      200,
    );
  });
}

function snapshotReference({
  id,
  commit,
  ref,
}: Pick<ResolvedSnapshot['snapshot'], 'id' | 'commit' | 'ref'>): SnapshotReference {
  return { snapshotId: id, commit, ref: ref ?? null };
}

function citationToWire(
  asOf: ResolvedSnapshot,
  { evidence, state, position, remainingFraction }: CitationDrift,
): WireCitation {
  return {
    evidence,
    state,
    ...(position === undefined ? {} : { ...position, url: permalink(asOf, position) }),
    ...(state === 'edited' ? { share: Math.round(remainingFraction * 1_000) / 1_000 } : {}),
  };
}
