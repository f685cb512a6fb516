/** The HTTP application: request ids, host checks, routes, and the conversion of errors to problem details. */

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { AppError } from '../core/errors.ts';
import { readModelAudience } from '../flows/limits/metering.ts';
import type { Services } from '../flows/services.ts';
import { bindSignIn } from './sign-in.ts';
import { bindAccount } from './account/account.ts';
import { bindFeedback } from './account/feedback.ts';
import { bindShares } from './account/shares.ts';
import { bindAnswers } from './answers/answers.ts';
import { writeCacheHeaders } from './request/cache-headers.ts';
import { allowOrigin, answerPreflight, isPreflight } from './request/cross-origin.ts';
import { writeEntityTag } from './request/entity-tags.ts';
import { executeOnce } from './request/idempotency.ts';
import { guardAction, identify } from './request/identify.ts';
import {
  limitRefusedKey,
  limitRequest,
  refuseKnownSender,
  writeLimitHeaders,
} from './request/guard-limits.ts';
import { throwInvalidRequest } from './request/invalid-request.ts';
import { RefusedSenders } from './request/refused-senders.ts';
import { limitBody, toBodyLimit } from './request/limit-body.ts';
import { WaitingLine } from './request/waiting-line.ts';
import { createRouteFacts } from './request/route-facts.ts';
import { bindConversations, bindReceipts, bindStarters } from './conversations.ts';
import { bindQuestionContext } from './question-context.ts';
import { bindCrawl, bindSources, bindTokens, bindWebhooks } from './sources.ts';
import { discardBody } from './request/discard-body.ts';
import { bindDocument } from './document.ts';
import { bindDrift } from './drift.ts';
import { bindFiles } from './files.ts';
import { bindGraph } from './graph.ts';
import { bindDiscussions } from './discussions.ts';
import { bindHistory } from './history.ts';
import type { App, Context, ServerFacts } from './context.ts';
import { bindKeys } from './keys.ts';
import { bindLists } from './lists.ts';
import { bindLive } from './answers/live.ts';
import { bindMcp } from './mcp.ts';
import { guardFrontProxy, guardHost } from './request/guard-request.ts';
import { onError } from './on-error.ts';
import { bindModels } from './models.ts';
import { bindOverview } from './overview/bind-overview.ts';
import { bindPages } from './pages.ts';
import { bindRepositories } from './repositories.ts';
import { bindSearch } from './search.ts';
import { bindVersions } from './versions.ts';
import { usePlainIssueTexts } from '../contract/describe-issue.ts';
import { healthRoute } from '../contract/health.ts';
import type { Settings } from '../core/settings.ts';

export interface Composed extends ServerFacts {
  readonly services: Services;
}

/** @param compose returns the services of an environment; called for every request, so it should cache them */
export function createApp<Environment extends object>(compose: (environment: Environment) => Composed) {
  usePlainIssueTexts();
  const app: App = new OpenAPIHono<Context>({ defaultHook: throwInvalidRequest });
  const findRoute = createRouteFacts(app);
  const refusedSenders = new RefusedSenders();
  const waitingLine = new WaitingLine();
  app.use(async (context, next) => {
    const received = context.req.raw;
    await next();
    await writeEntityTag(context);
    writeLimitHeaders(context);
    allowOrigin(context);
    writeCacheHeaders(context);
    if (context.get('facts')?.config.proxySecret !== undefined) await discardBody(received);
  });
  app.use(async (context, next) => {
    const requestId = crypto.randomUUID();
    context.set('requestId', requestId);
    context.header('x-request-id', requestId);
    context.header('x-content-type-options', 'nosniff');
    const composed = compose(context.env as unknown as Environment);
    context.set('services', composed.services);
    context.set('facts', composed);
    if (isServedByHttps(composed)) context.header('strict-transport-security', 'max-age=31536000');
    guardFrontProxy(context.req, composed.config);
    if (composed.config.mode === 'hosted' && isPreflight(context.req)) return answerPreflight(context.req);
    guardHost(context.req, composed.config);
    await refuseKnownSender(context, refusedSenders);
    const { identities } = composed.services;
    const viewer = await identify(context.req, composed.config, identities).catch((thrown: unknown) =>
      limitRefusedKey(context, thrown),
    );
    context.set('viewer', viewer);
    await limitRequest(context, refusedSenders);
    const route = findRoute(context);
    context.set('route', route);
    if (route !== undefined) guardAction(viewer, route.action);
    context.req.raw = await limitBody(context.req.raw, toBodyLimit(context, route));
    const isShort = route?.action === 'read' || route?.action === 'search';
    if (!isShort || composed.config.mode === 'open') return executeOnce(context, next);
    return waitingLine.run(context.req.raw.signal, next);
  });
  bindApi(app);
  bindDocument(app);
  bindPages(app);
  app.notFound(reportUnknownRoute);
  app.onError(onError);
  return app;
}

/** Sessions and keys must not travel without encryption, also if somebody types the address with http. */
function isServedByHttps({ config: { mode, publicUrl } }: Composed): boolean {
  return mode === 'hosted' && publicUrl?.startsWith('https:') === true;
}

function bindApi(app: App): void {
  bindHealth(app);
  bindRepositories(app);
  bindFiles(app);
  bindVersions(app);
  bindSources(app);
  bindTokens(app);
  bindWebhooks(app);
  bindCrawl(app);
  bindSearch(app);
  bindQuestionContext(app);
  bindGraph(app);
  bindLists(app);
  bindOverview(app);
  bindHistory(app);
  bindDiscussions(app);
  bindStarters(app);
  bindAnswers(app);
  bindLive(app);
  bindConversations(app);
  bindDrift(app);
  bindReceipts(app);
  bindAccount(app);
  bindShares(app);
  bindFeedback(app);
  bindModels(app);
  bindSignIn(app);
  bindKeys(app);
  bindMcp(app);
}

function reportUnknownRoute(context: HonoContext<Context>): Response {
  const { method, path } = context.req;
  return onError(new AppError('route_not_found', `This server has no route ${method} ${path}.`), context);
}

function bindHealth(app: App): void {
  app.openapi(healthRoute, async (context) => {
    const { metering } = context.get('services');
    const modelAnswers = metering && (await readModelAudience(metering));
    const { adapters, config, version } = context.get('facts');
    return context.json(
      {
        status: 'ok' as const,
        version,
        mode: config.mode,
        adapters,
        settings: settingsToJson(config.settings),
        problems: [],
        ...(modelAnswers === undefined ? {} : { modelAnswers }),
      },
      200,
    );
  });
}

/** Settings as JSON, where an unset limit is null. */
function settingsToJson(settings: Settings): Record<string, unknown> {
  return JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
}
