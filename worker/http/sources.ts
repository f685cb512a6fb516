/** Sources: what a pasted text is, and bringing what was added by one up to date. */

import { previewSourceRoute, refreshRoute } from '../contract/source-routes.ts';
import type { SourcePreview } from '../contract/source.ts';
import { previewSource, type HostedPreview, type WebPreview } from '../flows/preview-source.ts';
import { refreshRepository } from '../flows/refresh-repository.ts';
import type { App } from './app.ts';

export function bindSources(app: App): void {
  app.openapi(previewSourceRoute, async (context) => {
    const { source } = context.req.valid('query');
    const preview = await previewSource(context.get('services'), context.get('viewer'), source);
    return context.json(preview.kind === 'web' ? webToWire(preview) : toWire(preview), 200);
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

function webToWire({
  limits,
  indexed,
  didYouMean,
  ...told
}: WebPreview): Extract<SourcePreview, { kind: 'web' }> {
  const { maxPages, maxDepth, maxMs } = limits;
  const at = indexed?.refreshAllowedAt;
  const refreshAllowedAt = at === undefined ? null : new Date(at).toISOString();
  return {
    ...told,
    ...(didYouMean === undefined ? {} : { didYouMean }),
    maxPages,
    maxDepth,
    maxSeconds: Math.round(maxMs / 1000),
    indexed: indexed === undefined ? null : { id: indexed.id, refreshAllowedAt },
  };
}

function toWire({ hosted, indexed, ...preview }: HostedPreview): Extract<SourcePreview, { kind: 'github' }> {
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
