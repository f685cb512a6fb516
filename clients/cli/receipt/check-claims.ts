/** What a receipt says of itself: that its claims cite nothing it does not list, and that its text is the answer one has. */

import { sha256 } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import type { Checked } from './checked.ts';

/** One row for all where they hold, else one for each that does not. */
export function checkClaims({ claims, spans, records, attachments }: Receipt): readonly Checked[] {
  const known = new Set([...spans, ...records, ...attachments].map(({ evidence }) => evidence));
  const wrong = claims.flatMap(({ id, citations }): Checked[] => {
    const unknown = citations.filter((one) => !known.has(one));
    if (unknown.length === 0) return [];
    return [
      {
        what: `claim ${id}`,
        state: 'differs',
        why: `It cites ${unknown.join(', ')}, which the receipt does not list.`,
      },
    ];
  });
  if (wrong.length > 0) return wrong;
  const states = new Map<string, number>();
  for (const { state } of claims) states.set(state, (states.get(state) ?? 0) + 1);
  const told = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const why =
    claims.length === 0 ? 'It makes none.' : `Every citation is listed here. As the receipt has it: ${told}.`;
  return [{ what: `list of ${claims.length} claim${claims.length === 1 ? '' : 's'}`, state: 'holds', why }];
}

/** @param answer the text one was given; undefined where there is none to compare */
export async function checkText({ textHash }: Receipt, answer: string | undefined): Promise<Checked> {
  const what = 'text of the answer';
  if (answer === undefined)
    return { what, state: 'not checkable', why: 'The receipt holds its hash alone: give it with --answer.' };
  const isSame = (await sha256(answer.trim())) === textHash;
  const why = isSame ? 'It is the text that was signed for.' : 'It is not the text that was signed for.';
  return { what, state: isSame ? 'holds' : 'differs', why };
}
