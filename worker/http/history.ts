/** Routes that import and read history. */

import type { CommitDiffView, CommitView, Timeline as WireTimeline } from '../contract/history/schema.ts';
import type { ExportedCommit, HistoryStateView } from '../contract/history/import-schema.ts';
import {
  commitDiffRoute,
  commitRoute,
  historyCommitsRoute,
  historyEndRoute,
  historyRoute,
  historyOriginsRoute,
  historyStateRoute,
  missingHistoryRoute,
  timelineRoute,
} from '../contract/history/routes.ts';
import type { HistoryState } from '../core/history/history.ts';
import { findHistory } from '../flows/answer/history/find-history.ts';
import { readCommitDiff, type CommitDiff } from '../flows/browse/read-commit-diff.ts';
import { readCommitDiscussions, type CommitDiscussions } from '../flows/browse/read-discussions.ts';
import {
  commitUrl,
  toHistoryKey,
  readCommit,
  readHistoryState,
  readTimeline,
} from '../flows/browse/read-history.ts';
import {
  finishImport,
  importCommits,
  importOrigins,
  missingHistory,
  type ImportedCommit,
} from '../flows/host-history/import-history.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import { historyToWire } from './history-entries.ts';
import { linksToWire } from './discussions.ts';
import type { App } from './context.ts';

const defaultTimelineSize = 50;
const defaultEntries = 10;
const defaultDiffFiles = 100;

export function bindHistory(app: App): void {
  bindImport(app);
  bindReads(app);
  bindQuestions(app);
}

function bindImport(app: App): void {
  app.openapi(missingHistoryRoute, async (context) => {
    const { commits = [], files = [] } = context.req.valid('json');
    const version = { ...context.req.valid('param'), ...context.req.valid('query') };
    const missing = await missingHistory(context.get('services'), context.get('viewer'), {
      version,
      commits,
      files,
    });
    return context.json({ commits: [...missing.commits], files: [...missing.files] }, 200);
  });

  app.openapi(historyCommitsRoute, async (context) => {
    const version = { ...context.req.valid('param'), ...context.req.valid('query') };
    const commitCount = await importCommits(context.get('services'), context.get('viewer'), {
      version,
      commits: context.req.valid('json').commits.map(toCommit),
    });
    return context.json({ snapshotId: version.version, commits: commitCount }, 200);
  });

  app.openapi(historyOriginsRoute, async (context) => {
    const version = { ...context.req.valid('param'), ...context.req.valid('query') };
    const { commits, files } = context.req.valid('json');
    const commitCount = await importOrigins(context.get('services'), context.get('viewer'), {
      version,
      commits,
      files,
    });
    return context.json({ snapshotId: version.version, commits: commitCount }, 200);
  });

  app.openapi(historyEndRoute, async (context) => {
    const version = { ...context.req.valid('param'), ...context.req.valid('query') };
    const { tip, since, notes, tags } = context.req.valid('json');
    const state = await finishImport(context.get('services'), context.get('viewer'), {
      version,
      tip,
      since: since === null ? undefined : since * 1_000,
      notes,
      tags: tags?.map((tag) => ({ ...tag, committedAt: tag.committedAt * 1_000 })),
    });
    return context.json(stateToWire(version.version, state), 200);
  });
}

function bindReads(app: App): void {
  app.openapi(historyStateRoute, async (context) => {
    const request = { ...context.req.valid('param'), version: context.req.valid('query').version };
    const { resolved, state } = await readHistoryState(
      context.get('services'),
      context.get('viewer'),
      request,
    );
    return context.json(stateToWire(resolved.snapshot.id, state), 200);
  });

  app.openapi(timelineRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { path = '', version, cursor, before, limit = defaultTimelineSize } = context.req.valid('query');
    const request = { id, path, version, before: cursor ?? before, limit };
    const found = await readTimeline(context.get('services'), context.get('viewer'), request);
    const rows = found.entries.map(({ commit }) => commit);
    const known = await readCommitDiscussions(context.get('services'), toHistoryKey(found.resolved), rows);
    return context.json(timelineToWire(path, found, known), 200);
  });

  app.openapi(commitRoute, async (context) => {
    const request = { ...context.req.valid('param'), version: context.req.valid('query').version };
    const found = await readCommit(context.get('services'), context.get('viewer'), request);
    const known = await readCommitDiscussions(context.get('services'), toHistoryKey(found.resolved), [
      found.commit,
    ]);
    return context.json({ ...commitToWire(found), ...linksToWire(known.get(found.commit.id)) }, 200);
  });

  app.openapi(commitDiffRoute, async (context) => {
    const { path, startLine, endLine = startLine, ...query } = context.req.valid('query');
    const lines =
      path === undefined || startLine === undefined || endLine === undefined
        ? undefined
        : { path, startLine, endLine };
    const { version, cursor, limit = defaultDiffFiles } = query;
    const after = cursor ?? query.after;
    const request = { ...context.req.valid('param'), version, after, limit, lines };
    const diff = await readCommitDiff(context.get('services'), context.get('viewer'), request);
    return context.json(diffToWire(diff), 200);
  });
}

function bindQuestions(app: App): void {
  app.openapi(historyRoute, async (context) => {
    const { version, limit = defaultEntries, ...request } = context.req.valid('json');
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    const found = await findHistory(services, resolved, request);
    const rows = found.commits.slice(0, limit).map(({ commit }) => commit);
    const known = await readCommitDiscussions(services, toHistoryKey(resolved), rows);
    return context.json(historyToWire(resolved, found, { limit, known }), 200);
  });
}

/** The API uses seconds, like git. */
function toCommit({ isCut = false, moreFiles = 0, files, patch, ...commit }: ExportedCommit): ImportedCommit {
  return {
    ...commit,
    authoredAt: commit.authoredAt * 1_000,
    committedAt: commit.committedAt * 1_000,
    isCut,
    moreFiles,
    files: files.map(([path, added, deleted, oldPath]) => ({ path, added, deleted, oldPath })),
    patch: patch?.map((file) => ({ ...file, isCut: file.isCut ?? false })),
  };
}

function stateToWire(snapshotId: string, state: HistoryState): HistoryStateView {
  const { commits, origins, files, isComplete, since, notes } = state;
  return {
    snapshotId,
    commits,
    origins,
    files,
    complete: isComplete,
    since: since === undefined ? null : new Date(since).toISOString(),
    notes: [...notes],
  };
}

function timelineToWire(
  path: string,
  { entries, hasMore, notes, resolved }: Awaited<ReturnType<typeof readTimeline>>,
  known: ReadonlyMap<string, CommitDiscussions>,
): WireTimeline {
  return {
    path,
    entries: entries.map(({ commit, file }) => ({
      commit: commit.id,
      subject: commit.subject,
      author: commit.author,
      date: new Date(commit.authoredAt).toISOString(),
      path: file.path,
      oldPath: file.oldPath ?? null,
      added: file.added,
      deleted: file.deleted,
      pullRequest: known.get(commit.id)?.pullRequest?.number ?? commit.pullRequest?.number ?? null,
      pullRequestTitle: known.get(commit.id)?.pullRequest?.title ?? commit.pullRequest?.title ?? null,
      url: commitUrl(resolved, commit.id),
    })),
    next: hasMore ? (entries.at(-1)?.commit.id ?? null) : null,
    notes: [...notes],
  };
}

function commitToWire({ commit, files, more }: Awaited<ReturnType<typeof readCommit>>): CommitView {
  return {
    commit: commit.id,
    parents: [...commit.parents],
    subject: commit.subject,
    message: commit.message,
    author: commit.author,
    date: new Date(commit.authoredAt).toISOString(),
    ...(commit.pullRequest === undefined
      ? {}
      : {
          pullRequest: { number: commit.pullRequest.number, title: commit.pullRequest.title ?? null },
        }),
    issues: [...commit.issues],
    files: files.map(({ oldPath, ...file }) => ({ ...file, oldPath: oldPath ?? null })),
    moreFiles: more,
  };
}

function diffToWire({ commit, state, files, requested, total, more, hasNext }: CommitDiff): CommitDiffView {
  return {
    commit: commit.id,
    state,
    files: files.map(({ oldPath, hunks, isCut, ...file }) => ({
      ...file,
      oldPath: oldPath ?? null,
      hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
      cut: isCut,
    })),
    requested: requested.map((lines) => ({ ...lines })),
    total,
    moreFiles: more,
    next: hasNext ? (files.at(-1)?.path ?? null) : null,
  };
}
