/** Routes of sources: preview, refresh, crawl report, the viewer's tokens, and webhooks. */

import { crawlRoute, type CrawlReportView } from '../contract/sources/crawl.ts';
import {
  githubWebhookRoute,
  listTokensRoute,
  previewSourceRoute,
  refreshRoute,
  removeTokenRoute,
  storeTokenRoute,
} from '../contract/sources/routes.ts';
import type { Delivery as WireDelivery, SourcePreview, Token } from '../contract/sources/schema.ts';
import { reportCrawl, type CrawlReport } from '../flows/crawl/report-crawl.ts';
import { listTokens, removeToken, storeToken, type StoredToken } from '../flows/github/host-access.ts';
import { previewSource, type HostedPreview, type WebPreview } from '../flows/repositories/preview-source.ts';
import { refreshRepository } from '../flows/repositories/refresh-repository.ts';
import type { App } from './context.ts';
import { AppError } from '../core/errors.ts';
import { receiveDelivery, type DeliveryOutcome } from '../flows/github/receive-delivery.ts';

export function bindSources(app: App): void {
  app.openapi(previewSourceRoute, async (context) => {
    const { source } = context.req.valid('query');
    const preview = await previewSource(context.get('services'), context.get('viewer'), source);
    return context.json(
      preview.kind === 'web' ? webPreviewToWire(preview) : hostedPreviewToWire(preview),
      200,
    );
  });

  app.openapi(refreshRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { version } = context.req.valid('query');
    const refreshed = await refreshRepository(context.get('services'), context.get('viewer'), {
      id,
      version,
    });
    return context.json(refreshed, refreshed.unchanged === true ? 200 : 202);
  });
}

function webPreviewToWire({
  limits,
  indexed,
  didYouMean,
  ...rest
}: WebPreview): Extract<SourcePreview, { kind: 'web' }> {
  const { maxPages, maxDepth, maxMs } = limits;
  const allowedAt = indexed?.refreshAllowedAt;
  const refreshAllowedAt = allowedAt === undefined ? null : new Date(allowedAt).toISOString();
  return {
    ...rest,
    ...(didYouMean === undefined ? {} : { didYouMean }),
    maxPages,
    maxDepth,
    maxSeconds: Math.round(maxMs / 1000),
    indexed: indexed === undefined ? null : { id: indexed.id, refreshAllowedAt },
  };
}

function hostedPreviewToWire({
  hosted,
  indexed,
  ...preview
}: HostedPreview): Extract<SourcePreview, { kind: 'github' }> {
  return {
    kind: 'github',
    name: preview.name,
    url: hosted.url,
    description: hosted.description,
    kilobytes: hosted.kilobytes,
    private: hosted.isPrivate,
    archived: hosted.isArchived,
    defaultBranch: hosted.defaultBranch,
    ref: preview.ref ?? null,
    subdirectory: preview.subdirectory ?? null,
    branches: [...preview.branches],
    tags: [...preview.tags],
    indexed:
      indexed === undefined
        ? null
        : { id: indexed.id, commit: indexed.commit ?? null, behind: indexed.isBehind },
  };
}

export function bindCrawl(app: App): void {
  app.openapi(crawlRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const request = { id: context.req.valid('param').id, version: context.req.valid('query').version };
    return context.json(crawlToWire(await reportCrawl(services, viewer, request)), 200);
  });
}

function crawlToWire({ crawl, pages, counts: { duplicate, ...counts } }: CrawlReport): CrawlReportView {
  return {
    start: crawl.start,
    ...counts,
    duplicates: duplicate,
    ...(crawl.cappedBy === undefined ? {} : { cappedBy: crawl.cappedBy }),
    versions: [...crawl.versions],
    pages: pages.map(({ url, state, path, reason, detail, via, depth }) => ({
      url,
      state,
      ...(path === undefined ? {} : { path }),
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail }),
      via,
      depth,
    })),
  };
}

export function bindTokens(app: App): void {
  app.openapi(storeTokenRoute, async (context) => {
    const { token } = context.req.valid('json');
    const stored = await storeToken(context.get('services'), context.get('viewer'), token.trim());
    return context.json(tokenToWire(stored), 200);
  });

  app.openapi(listTokensRoute, async (context) => {
    const tokens = await listTokens(context.get('services'), context.get('viewer'));
    return context.json({ tokens: tokens.map(tokenToWire) }, 200);
  });

  app.openapi(removeTokenRoute, async (context) => {
    await removeToken(context.get('services'), context.get('viewer'));
    return context.body(null, 204);
  });
}

function tokenToWire({ host, login, createdAt }: StoredToken): Token {
  return { host, login, createdAt: new Date(createdAt).toISOString() };
}

/** GitHub webhooks. The signature is verified before the body is used. */
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
    return context.json(deliveryToWire(outcome), 200);
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

function deliveryToWire({ refreshed, waiting, updated, ignored }: DeliveryOutcome): WireDelivery {
  return {
    ...(refreshed === undefined ? {} : { refreshed: [...refreshed] }),
    ...(waiting === undefined ? {} : { waiting: [...waiting] }),
    ...(updated === undefined ? {} : { updated: [...updated] }),
    ...(ignored === undefined ? {} : { ignored }),
  };
}
