/** The route of GitHub webhooks. The signature is verified before the body is used. */

import { githubWebhookRoute } from '../contract/sources/routes.ts';
import { AppError } from '../core/errors.ts';
import { receiveDelivery, type DeliveryOutcome } from '../flows/github/receive-delivery.ts';
import type { Delivery as WireDelivery } from '../contract/sources/schema.ts';
import type { App } from './context.ts';

export function bindWebhooks(app: App): void {
  app.openapi(githubWebhookRoute, async (context) => {
    const services = context.get('services');
    const { verifyDelivery } = services.hosting;
    if (verifyDelivery === undefined)
      throw new AppError('route_not_found', 'Webhooks are disabled: WEBHOOK_SECRET is not set.');
    const body = await context.req.text();
    if (!(await verifyDelivery(body, context.req.header('x-hub-signature-256'))))
      throw new AppError('webhook_refused', 'The signature does not match the body and WEBHOOK_SECRET.');
    const [id, event] = [context.req.header('x-github-delivery'), context.req.header('x-github-event')];
    if (id === undefined || event === undefined || id.length > 100)
      throw new AppError('invalid_request', 'The delivery has no id or no event name.');
    const type = context.req.header('content-type') ?? '';
    const outcome = await receiveDelivery(services, { id, event, payload: parsePayload(body, type) });
    return context.json(toWire(outcome), 200);
  });
}

/** A webhook can be configured to send a form with the JSON in a field. */
function parsePayload(body: string, type: string): unknown {
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const json = isForm ? (new URLSearchParams(body).get('payload') ?? '') : body;
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new AppError('invalid_request', 'The delivery is not valid JSON.', { cause });
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
