/** Receipts: of a turn, as a file to keep, and the public keys they are signed with. */

import { receiptKeysRoute, receiptRoute } from '../contract/receipt-routes.ts';
import { AppError } from '../core/errors.ts';
import type { App } from './app.ts';
import { receiptToWire } from './generation-to-wire.ts';
import { keyOfConversation } from './key-of-conversation.ts';

export function bindReceipts(app: App): void {
  app.openapi(receiptKeysRoute, async (context) => {
    const keys = await context.get('services').receiptSigner.publicKeys();
    context.header('cache-control', 'public, max-age=300');
    return context.json({ keys: keys.map((key) => ({ ...key })) }, 200);
  });

  app.openapi(receiptRoute, async (context) => {
    const parameters = context.req.valid('param');
    const key = await keyOfConversation(context, parameters);
    const kept = await context.get('services').conversations.read(key);
    if (kept === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    const turn = kept.turns.find(({ id }) => id === parameters.turn);
    if (turn === undefined)
      throw new AppError('turn_not_found', `It has no turn ${JSON.stringify(parameters.turn)}.`);
    const told = turn.events.find((event) => event.type === 'receipt');
    if (told === undefined)
      throw new AppError('receipt_not_found', `Turn ${turn.number} is ${turn.state} and has none.`);
    const name = `receipt-${told.receipt.id.replaceAll(/[^\w-]/g, '').slice(0, 36)}.json`;
    context.header('content-disposition', `attachment; filename="${name}"`);
    return context.json(receiptToWire(told.receipt), 200);
  });
}
