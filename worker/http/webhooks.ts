/** Deliveries of GitHub's webhook: the signature is checked before anything in the body is used. */

import { githubWebhookRoute } from '../contract/source-routes.ts';
import { AppError } from '../core/errors.ts';
import { receiveDelivery, type DeliveryOutcome } from '../flows/receive-delivery.ts';
import type { Delivery as WireDelivery } from '../contract/webhook.ts';
import type { App } from './app.ts';

export function bindWebhooks(app: App): void {
  app.openapi(githubWebhookRoute, async (context) => {
    const services = context.get('services');
    const { verifyDelivery } = services.hosting;
    if (verifyDelivery === undefined)
      throw new AppError('route_not_found', 'No deliveries are taken: WEBHOOK_SECRET is not set.');
    const body = await context.req.text();
    if (!(await verifyDelivery(body, context.req.header('x-hub-signature-256'))))
      throw new AppError('webhook_refused', 'The signature is not that of the body and our secret.');
    const [id, event] = [context.req.header('x-github-delivery'), context.req.header('x-github-event')];
    if (id === undefined || event === undefined || id.length > 100)
      throw new AppError('invalid_request', 'The delivery has no number or names no event.');
    const type = context.req.header('content-type') ?? '';
    const outcome = await receiveDelivery(services, { id, event, payload: payloadOf(body, type) });
    return context.json(toWire(outcome), 200);
  });
}

/** A webhook may be set to send a form, with the JSON as a field of it. */
function payloadOf(body: string, type: string): unknown {
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const json = isForm ? (new URLSearchParams(body).get('payload') ?? '') : body;
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new AppError('invalid_request', 'The delivery is no JSON.', { cause });
  }
}

function toWire({ refreshed, waiting, updated, ignored }: DeliveryOutcome): WireDelivery {
  return {
    ...(refreshed === undefined ? {} : { refreshed: [...refreshed] }),
    ...(waiting === undefined ? {} : { waiting: [...waiting] }),
    ...(updated === undefined ? {} : { updated: [...updated] }),
    ...(ignored === undefined ? {} : { ignored }),
  };
}
