/** Routes that add, list, watch, retry and remove repositories. */

import { streamSSE } from 'hono/streaming';
import type { Repository as WireRepository } from '../contract/repositories/schema.ts';
import { addSourceSchema } from '../contract/sources/schema.ts';
import {
  addRepositoryRoute,
  getRepositoryRoute,
  listRepositoriesRoute,
  changeRepositoryRoute,
  removeRepositoryRoute,
  retryRoute,
  watchRepositoryRoute,
} from '../contract/repositories/routes.ts';
import { AppError } from '../core/errors.ts';
import { decideRepository } from '../core/permissions.ts';
import type { Source } from '../core/repositories/source.ts';
import type { Viewer } from '../core/viewer.ts';
import { addFromSource } from '../flows/repositories/add-from-source.ts';
import { changeVisibility } from '../flows/repositories/change-visibility.ts';
import { addUpload } from '../flows/repositories/add-upload.ts';
import { removeRepository } from '../flows/repositories/remove-repository.ts';
import { retryRepository } from '../flows/repositories/retry-repository.ts';
import type { ArchiveFormat } from '../flows/services.ts';
import {
  viewRepositories,
  viewRepository,
  type RepositoryView,
} from '../flows/repositories/view-repository.ts';
import { readPage, toCursor } from './account/cursor.ts';
import type { App } from './context.ts';
import { limitRepository } from './request/guard-limits.ts';

const watchEveryMs = 400;
/** Ticks between keep-alive comments, so that no proxy closes an idle connection. */
const ticksPerKeepAlive = 25;

const formats: Readonly<Record<string, ArchiveFormat>> = {
  'application/gzip': 'tar.gz',
  'application/x-gzip': 'tar.gz',
  'application/x-tgz': 'tar.gz',
  'application/x-compressed-tar': 'tar.gz',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
};

export function bindRepositories(app: App): void {
  bindAdding(app);
  bindWatching(app);

  app.openapi(listRepositoriesRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const repositories = await services.catalog.listRepositories(viewer);
    const { entries, next } = readPage(repositories, context.req.valid('query'), toCursor);
    const views = await viewRepositories(services, entries);
    return context.json({ repositories: views.map((view) => toWire(view, viewer)), next }, 200);
  });

  app.openapi(getRepositoryRoute, async (context) => {
    const view = await viewRepository(
      context.get('services'),
      context.get('viewer'),
      context.req.valid('param').id,
    );
    return context.json(toWire(view, context.get('viewer')), 200);
  });

  app.openapi(retryRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    return context.json(await retryRepository(services, viewer, context.req.valid('param').id), 202);
  });

  app.openapi(changeRepositoryRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { visibility } = context.req.valid('json');
    await changeVisibility(context.get('services'), context.get('viewer'), { id, visibility });
    return context.body(null, 204);
  });

  app.openapi(removeRepositoryRoute, async (context) => {
    await removeRepository(context.get('services'), context.get('viewer'), context.req.valid('param').id);
    return context.body(null, 204);
  });
}

function bindAdding(app: App): void {
  app.openapi(addRepositoryRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const type = parseMediaType(context.req.header('content-type'));
    if (type === 'application/json') {
      const { source, ref, subdirectory, history } = addSourceSchema.parse(context.req.valid('json'));
      const added = await limitRepository(context, () =>
        addFromSource(services, viewer, { source, ref, subdirectory, history }),
      );
      return context.json(added, added.unchanged === true ? 200 : 202);
    }
    const { name, ref, commit, subdirectory } = context.req.valid('query');
    if (name === undefined) throw new AppError('invalid_request', 'name: required for an archive.');
    const format = archiveFormat(type);
    const body = context.req.raw.body;
    if (body === null)
      throw new AppError('archive_invalid', 'The archive is empty: the request has no body.');
    const upload = { name, ref, commit, subdirectory, format, body };
    return context.json(await limitRepository(context, () => addUpload(services, viewer, upload)), 202);
  });
}

function bindWatching(app: App): void {
  app.openapi(watchRepositoryRoute, async (context) => {
    const [services, viewer, { id }] = [
      context.get('services'),
      context.get('viewer'),
      context.req.valid('param'),
    ];
    const { signal } = context.req.raw;
    const first = await viewRepository(services, viewer, id);
    return streamSSE(context, async (stream) => {
      let sent = '';
      let view = first;
      for (let tick = 1; !signal.aborted; tick += 1) {
        const data = JSON.stringify(toWire(view, viewer));
        if (data !== sent) await stream.writeSSE({ data });
        else if (tick % ticksPerKeepAlive === 0) await stream.write(': still here\n\n');
        sent = data;
        if (view.snapshot.status === 'ready' || view.snapshot.status === 'failed') return;
        await stream.sleep(watchEveryMs);
        view = await viewRepository(services, viewer, id);
      }
    });
  });
}

function parseMediaType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function archiveFormat(type: string): ArchiveFormat {
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined;
  if (format !== undefined) return format;
  throw new AppError('unsupported_media_type', `The content type is ${JSON.stringify(type)}.`, {
    details: { contentType: type, accepted: [...Object.keys(formats), 'application/json'] },
  });
}

function historyToWire(job: NonNullable<RepositoryView['history']>): NonNullable<WireRepository['history']> {
  const { state, step, progress, waiting, notes, error } = job;
  return {
    state: state === 'running' && waiting !== undefined ? 'waiting' : state,
    stage: step.stage,
    progress: { ...progress },
    waitingUntil: waiting === undefined ? null : new Date(waiting.until).toISOString(),
    waitingFor: waiting?.why ?? null,
    notes: [...notes],
    // While a page is retried, `waitingFor` has the reason.
    error: state === 'failed' ? (error ?? null) : null,
  };
}

function toWire(view: RepositoryView, viewer: Viewer): WireRepository {
  const { repository, snapshot, served } = view;
  return {
    id: repository.id,
    snapshotId: snapshot.id,
    name: repository.name,
    ref: snapshot.ref ?? null,
    commit: snapshot.commit,
    status: snapshot.status,
    stage: view.stage,
    progress: { ...view.progress },
    counts: { ...view.counts, commits: view.commits },
    timings: { ...snapshot.timings },
    rowsWritten: view.rowsWritten,
    percent: view.percent,
    linesPerSecond: view.linesPerSecond ?? null,
    secondsLeft: view.secondsLeft ?? null,
    ...(view.error === undefined ? {} : { error: failureToWire(view.error) }),
    source: { kind: repository.source.kind, url: sourceAddress(repository.source) },
    lostAt: toIsoTime(repository.access?.lostAt),
    waitingUntil: toIsoTime(view.waiting?.until),
    waitingFor: view.waiting?.why ?? null,
    ...(view.history === undefined ? {} : { history: historyToWire(view.history) }),
    visibility: view.repository.visibility,
    isOwn: decideRepository(viewer, 'index', view.repository) === 'allowed',
    popular: view.popular,
    refreshAllowedAt:
      view.refreshAllowedAt === undefined ? null : new Date(view.refreshAllowedAt).toISOString(),
    createdAt: new Date(snapshot.createdAt).toISOString(),
    readyAt: snapshot.readyAt === undefined ? null : new Date(snapshot.readyAt).toISOString(),
    servedSnapshotId: served?.id ?? null,
  };
}

function toIsoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function sourceAddress(source: Source): string | null {
  if (source.kind === 'web') return source.start;
  return source.kind === 'github' || source.kind === 'live'
    ? `https://github.com/${source.owner}/${source.name}`
    : null;
}

function failureToWire({
  retryableUntil,
  ...failure
}: NonNullable<RepositoryView['error']>): NonNullable<WireRepository['error']> {
  return {
    ...failure,
    details: { ...failure.details },
    retryable: retryableUntil !== undefined,
    retryableUntil: retryableUntil === undefined ? null : new Date(retryableUntil).toISOString(),
  };
}
