/** Routes of versions: list, read, repair, remove and compare. */

import type { Comparison as WireComparison, Version as WireVersion } from '../contract/versions/schema.ts';
import {
  compareRoute,
  listVersionsRoute,
  removeVersionRoute,
  repairVersionRoute,
  versionRoute,
} from '../contract/versions/routes.ts';
import { readPage, toCursor } from './account/cursor.ts';
import type { Failure, Snapshot } from '../core/repositories/repository.ts';
import { compareVersions, type Comparison } from '../flows/versions/compare-versions.ts';
import { listVersions, type Version } from '../flows/versions/list-versions.ts';
import { commitUrl } from '../flows/browse/read-history.ts';
import { removeVersion } from '../flows/versions/remove-version.ts';
import { repairVersion } from '../flows/versions/repair-version.ts';
import type { ResolvedSnapshot } from '../flows/versions/resolve-snapshot.ts';
import { permalink } from '../flows/search/search-snapshot.ts';
import type { Services } from '../flows/services.ts';
import { viewVersion } from '../flows/versions/view-version.ts';
import type { App } from './context.ts';

const maxListedFiles = 500;
const maxListedDefinitions = 500;
const maxListedPaths = 100;

export function bindVersions(app: App): void {
  app.openapi(listVersionsRoute, async (context) => {
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const { versions, repository } = await listVersions(services, context.get('viewer'), id);
    const { entries, next } = readPage(versions, context.req.valid('query'), ({ snapshot }) =>
      toCursor(snapshot),
    );
    const views = entries.map((version) => toWire(services, repository, version));
    return context.json({ versions: await Promise.all(views), next }, 200);
  });

  app.openapi(versionRoute, async (context) => {
    const services = context.get('services');
    const request = context.req.valid('param');
    const { version, snapshot, counts, chunks, embeddings, bytes, repository } = await viewVersion(
      services,
      context.get('viewer'),
      request,
    );
    const view = await toWire(services, repository, { ...version, snapshot });
    return context.json({ ...view, counts, chunks, embeddings, bytes }, 200);
  });

  app.openapi(repairVersionRoute, async (context) => {
    const request = context.req.valid('param');
    const { found, done, ...repair } = await repairVersion(
      context.get('services'),
      context.get('viewer'),
      request,
    );
    const filesWithoutContent = found.filesWithoutContent.slice(0, maxListedPaths);
    return context.json({ ...repair, found: { ...found, filesWithoutContent }, done: [...done] }, 200);
  });

  app.openapi(removeVersionRoute, async (context) => {
    const request = context.req.valid('param');
    const { removed } = await removeVersion(context.get('services'), context.get('viewer'), request);
    return context.json({ removed: [...removed] }, 200);
  });

  app.openapi(compareRoute, async (context) => {
    const request = { ...context.req.valid('param'), ...context.req.valid('query') };
    const found = await compareVersions(context.get('services'), context.get('viewer'), {
      ...request,
      to: request.to,
    });
    return context.json(comparisonToWire(found), 200);
  });
}

async function toWire(
  services: Pick<Services, 'historyStore'>,
  repository: { readonly id: string; readonly shard: number },
  { ref, snapshot, next, supersedes, isDefault }: Version,
): Promise<WireVersion> {
  const key = {
    shard: repository.shard,
    snapshot: snapshot.number,
    generation: snapshot.generation,
    repository: repository.id,
  };
  const history = await services.historyStore.state(key);
  return {
    ref: ref ?? null,
    snapshotId: snapshot.id,
    commit: snapshot.commit,
    status: snapshot.status,
    stage: currentStage(snapshot),
    counts: { ...snapshot.counts },
    createdAt: new Date(snapshot.createdAt).toISOString(),
    readyAt: snapshot.readyAt === undefined ? null : new Date(snapshot.readyAt).toISOString(),
    isDefault,
    supersedes: supersedes?.id ?? null,
    history: { commits: history.commits, complete: history.isComplete },
    next:
      next === undefined
        ? null
        : { snapshotId: next.id, status: next.status, error: failureToWire(next.error) },
    error: failureToWire(snapshot.error),
  };
}

/** The last stage that began. */
function currentStage({ progress, status }: Snapshot): string {
  return status === 'ready' ? 'publish' : (Object.keys(progress).at(-1) ?? 'fetch');
}

function failureToWire(failure: Failure | undefined): WireVersion['error'] {
  if (failure === undefined) return null;
  const { code, message, fix } = failure;
  return { code, message, fix };
}

function comparisonToWire(found: Comparison): WireComparison {
  const { from, to, files, definitions } = found;
  const countFiles = (change: string) => files.filter((file) => file.change === change).length;
  const countDefinitions = (...changes: readonly string[]) =>
    definitions.filter(({ change }) => changes.includes(change)).length;
  return {
    from: sideToWire(from),
    to: sideToWire(to),
    files: {
      added: countFiles('added'),
      removed: countFiles('removed'),
      changed: countFiles('changed'),
      renamed: countFiles('renamed'),
      same: found.same,
      list: files.slice(0, maxListedFiles).map((file) => ({ ...file, oldPath: file.oldPath ?? null })),
      truncated: files.length > maxListedFiles,
    },
    definitions: {
      added: countDefinitions('added'),
      removed: countDefinitions('removed'),
      changed: countDefinitions('signature', 'body', 'moved'),
      list: definitions.slice(0, maxListedDefinitions).map(({ name, kind, change, before, after }) => ({
        name,
        kind,
        change,
        before: positionToWire(from, before),
        after: positionToWire(to, after),
      })),
      truncated: found.isCut || definitions.length > maxListedDefinitions,
    },
    commits: {
      total: found.totalCommits,
      list: found.commits.map((commit) => ({
        commit: commit.id,
        subject: commit.subject,
        author: commit.author,
        date: new Date(commit.authoredAt).toISOString(),
        pullRequest: commit.pullRequest?.number ?? null,
        url: commitUrl(to, commit.id),
      })),
      notes: [...found.notes],
    },
  };
}

function sideToWire({ snapshot: { id, ref, commit } }: ResolvedSnapshot): WireComparison['from'] {
  return { snapshotId: id, ref: ref ?? null, commit };
}

function positionToWire(resolved: ResolvedSnapshot, symbol: Comparison['definitions'][number]['before']) {
  if (symbol === undefined) return null;
  const { path, startLine, endLine, signature } = symbol;
  return {
    path,
    startLine,
    endLine,
    signature,
    commit: resolved.snapshot.commit,
    url: permalink(resolved, { path, startLine, endLine }),
  };
}
