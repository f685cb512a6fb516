/** Route of a repository's overview, as JSON or Markdown. */

import { overviewRoute } from '../../contract/overview/routes.ts';
import type { Overview, OverviewFolder as WireFolder } from '../../contract/overview/schema.ts';
import type { OverviewFolder, RepositoryOverview } from '../../core/repositories/overview.ts';
import { formatOverview } from '../../flows/overview/format-overview.ts';
import { readOverview } from '../../flows/overview/read-overview.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../../flows/versions/resolve-snapshot.ts';
import type { App } from '../context.ts';

export function bindOverview(app: App): void {
  app.openapi(overviewRoute, async (context) => {
    const startedAt = Date.now();
    const { version, format } = context.req.valid('query');
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    const overview = await readOverview(services, resolved);
    if (format === 'markdown')
      return context.body(formatOverview(resolved, overview), 200, {
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': 'attachment; filename="overview.md"',
      });
    return context.json({ ...overviewToWire(resolved, overview), totalMs: Date.now() - startedAt }, 200);
  });
}

function overviewToWire(
  { repository, snapshot }: ResolvedSnapshot,
  { purpose, layout, entryPoints, moreEntryPoints, central, parts, changes, questions }: RepositoryOverview,
): Omit<Overview, 'totalMs'> {
  return {
    repository: { id: repository.id, name: repository.name },
    snapshot: { id: snapshot.id, ref: snapshot.ref ?? null, commit: snapshot.commit },
    purpose: [...purpose],
    layout: {
      ...layout,
      folders: layout.folders.map(folderToWire),
      mainFolders: layout.mainFolders.map(folderToWire),
    },
    entryPoints: [...entryPoints],
    moreEntryPoints,
    central: [...central],
    parts: { ...parts, parts: [...parts.parts], links: [...parts.links] },
    changes: {
      commits: changes.commits.map((commit) => ({
        ...commit,
        authoredAt: new Date(commit.authoredAt).toISOString(),
      })),
      notes: [...changes.notes],
    },
    questions: [...questions],
  };
}

function folderToWire({ languages, definitions, description, ...folder }: OverviewFolder): WireFolder {
  return {
    ...folder,
    languages: [...languages],
    definitions: [...definitions],
    ...(description === undefined ? {} : { description }),
  };
}
