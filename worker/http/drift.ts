/** Whether old citations still hold: of a kept conversation, or of citations a client holds. */

import type { CitationDrift as WireCitation, StateOfCode } from '../contract/drift.ts';
import { conversationDriftRoute, driftRoute } from '../contract/drift-routes.ts';
import { AppError } from '../core/errors.ts';
import { checkCitations } from '../flows/check-citations.ts';
import { checkConversation, type CitationDrift } from '../flows/check-drift.ts';
import type { ResolvedSnapshot } from '../flows/resolve-snapshot.ts';
import { permalink } from '../flows/search-snapshot.ts';
import type { App } from './app.ts';
import { keyOfConversation } from './key-of-conversation.ts';

/** Of a file nothing is known of: no hash is empty. */
const unknownHash = '';

export function bindDrift(app: App): void {
  app.openapi(conversationDriftRoute, async (context) => {
    const key = await keyOfConversation(context, context.req.valid('param'));
    const turns = await checkConversation(context.get('services'), key);
    const last = turns.at(-1);
    if (last === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    return context.json(
      {
        asOf: stateOf(last.asOf.snapshot),
        turns: turns.map(({ turn, answered, asOf, citations, unchecked }) => ({
          turn,
          answered: answered === undefined ? null : stateOf(answered),
          asOf: stateOf(asOf.snapshot),
          citations: citations.map((citation) => citationToWire(asOf, citation)),
          unchecked,
        })),
      },
      200,
    );
  });

  app.openapi(driftRoute, async (context) => {
    const { version, citations } = context.req.valid('json');
    const held = citations.flatMap((one) =>
      one.kind === 'commit'
        ? []
        : [{ ...one, evidence: one.id, fileHash: one.hash ?? unknownHash, symbol: one.symbol }],
    );
    const found = await checkCitations(context.get('services'), context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
      citations: held,
      commits: citations.filter(({ kind }) => kind === 'commit').map(({ id }) => id),
    });
    return context.json(
      {
        asOf: stateOf(found.asOf.snapshot),
        citations: found.citations.map((citation) => citationToWire(found.asOf, citation)),
        unchecked: found.unchecked,
      },
      200,
    );
  });
}

function stateOf({
  id,
  commit,
  ref,
}: Pick<ResolvedSnapshot['snapshot'], 'id' | 'commit' | 'ref'>): StateOfCode {
  return { snapshotId: id, commit, ref: ref ?? null };
}

function citationToWire(
  asOf: ResolvedSnapshot,
  { evidence, state, place, share }: CitationDrift,
): WireCitation {
  return {
    evidence,
    state,
    ...(place === undefined ? {} : { ...place, url: permalink(asOf, place) }),
    ...(state === 'edited' ? { share: Math.round(share * 1_000) / 1_000 } : {}),
  };
}
