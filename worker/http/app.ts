/** The HTTP door: request ids, host check, routes, and one place where errors become problem details. */

import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '../core/errors.ts';
import { viewerWithoutIdentity, type Viewer } from '../core/viewer.ts';
import type { Services } from '../flows/services.ts';
import { bindAnswers } from './answers.ts';
import { createBodyLimits } from './body-limits.ts';
import { bindConversations } from './conversations.ts';
import { bindCrawl } from './crawl.ts';
import { discardBody } from './discard-body.ts';
import { bindDrift } from './drift.ts';
import { bindFiles } from './files.ts';
import { bindGraph } from './graph.ts';
import { bindDiscussions } from './discussions.ts';
import { bindHistory } from './history.ts';
import { bindHealth, type ServerFacts } from './health.ts';
import { bindLive } from './live.ts';
import { guardFront } from './guard-front.ts';
import { guardHost } from './guard-host.ts';
import { limitBody } from './limit-body.ts';
import { onError } from './on-error.ts';
import { bindModels } from './models.ts';
import { bindPages } from './pages.ts';
import { bindReceipts } from './receipts.ts';
import { bindRepositories } from './repositories.ts';
import { bindSearch } from './search.ts';
import { bindSources } from './sources.ts';
import { bindStarters } from './starters.ts';
import { bindTokens } from './tokens.ts';
import { bindVersions } from './versions.ts';
import { bindWebhooks } from './webhooks.ts';

/** What handlers find in the context. */
export interface Context {
  Variables: { services: Services; viewer: Viewer; facts: ServerFacts; requestId: string };
}

export type App = OpenAPIHono<Context>;

export interface Composed extends ServerFacts {
  readonly services: Services;
}

/** @param compose gives the services of an environment; called once a request, it should remember. */
export function createApp<Environment extends object>(compose: (environment: Environment) => Composed) {
  const app: App = new OpenAPIHono<Context>({ defaultHook: refuseInvalid });
  const bodyLimitOf = createBodyLimits(app);
  app.use(async (context, next) => {
    const received = context.req.raw;
    await next();
    if (context.get('facts')?.config.frontSecret !== undefined) await discardBody(received);
  });
  app.use(async (context, next) => {
    const requestId = crypto.randomUUID();
    context.set('requestId', requestId);
    context.header('x-request-id', requestId);
    context.header('x-content-type-options', 'nosniff');
    const composed = compose(context.env as unknown as Environment);
    context.set('services', composed.services);
    context.set('facts', composed);
    guardFront(context.req, composed.config);
    guardHost(context.req, composed.config);
    context.set('viewer', viewerWithoutIdentity(composed.config.mode));
    context.req.raw = await limitBody(context.req.raw, bodyLimitOf(context));
    await next();
  });
  bindHealth(app);
  bindRepositories(app);
  bindFiles(app);
  bindVersions(app);
  bindSources(app);
  bindTokens(app);
  bindWebhooks(app);
  bindCrawl(app);
  bindSearch(app);
  bindGraph(app);
  bindHistory(app);
  bindDiscussions(app);
  bindStarters(app);
  bindAnswers(app);
  bindLive(app);
  bindConversations(app);
  bindDrift(app);
  bindReceipts(app);
  bindModels(app);
  app.doc31('/v1/openapi.json', { openapi: '3.1.0', info: { title: 'Wherefore', version: '1' } });
  bindPages(app);
  app.notFound((context) =>
    onError(
      new AppError(
        'route_not_found',
        `${context.req.method} ${context.req.path} is no route of this server.`,
      ),
      context,
    ),
  );
  app.onError(onError);
  return app;
}

interface InvalidRequest {
  readonly success: boolean;
  readonly target?: string;
  readonly error?: {
    readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  };
}

function refuseInvalid(result: InvalidRequest): void {
  if (result.success) return;
  const problems = (result.error?.issues ?? []).map((issue) => ({
    field: issue.path.join('.'),
    // Ours are sentences, zod's are not.
    problem: issue.message.replace(/\.$/, ''),
  }));
  const found = problems
    .map((one) => `${one.field === '' ? (result.target ?? 'request') : one.field}: ${one.problem}`)
    .join('; ');
  throw new AppError('invalid_request', `${found}.`, { details: { problems } });
}
