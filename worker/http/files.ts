/** Routes of files, coverage and symbols. */

import type { FileText, SymbolList, TreeEntry } from '../contract/files/schema.ts';
import { coverageRoute, listFilesRoute, readFileRoute, symbolsRoute } from '../contract/files/routes.ts';
import {
  findPaths,
  findSymbols,
  listFolder,
  readPageOutline,
  readCoverage,
  type StoredFile,
  type SymbolRow,
  type TreeLevel,
} from '../flows/browse/browse-snapshot.ts';
import { symbolDamageNotes } from '../flows/search/damage-notes.ts';
import { readVersionedFile, type RetainedFile } from '../flows/versions/read-versioned-file.ts';
import {
  requireParsed,
  resolveBrowsable,
  type BrowsableSnapshot,
} from '../flows/versions/resolve-browsable.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import type { App } from './context.ts';

export function bindFiles(app: App): void {
  bindTree(app);
  bindFile(app);
  bindCoverage(app);
  bindSymbols(app);
}

function bindTree(app: App): void {
  app.openapi(listFilesRoute, async (context) => {
    const { path, match, version } = context.req.valid('query');
    const services = context.get('services');
    const resolved = await resolveBrowsable(services, context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
    });
    const { key, snapshot } = resolved;
    if (match !== undefined) {
      const found = await findPaths(services, key, { match, signal: context.req.raw.signal });
      const files = found.files.map((file) => ({
        path: file.path,
        language: file.language,
        lines: file.lines,
        ranges: file.ranges.map(({ start, end }) => ({ start, end })),
      }));
      const { total, truncated, approximate } = found;
      return context.json({ total, truncated, approximate, files, ...indexingMark(resolved) }, 200);
    }
    const level = await listFolder(services, key, path ?? '');
    const entries = treeEntries(level);
    return context.json(
      { path: path ?? '', commit: snapshot.commit, entries, ...indexingMark(resolved) },
      200,
    );
  });
}

function bindFile(app: App): void {
  app.openAPIRegistry.registerPath(readFileRoute);
  app.get('/v1/repositories/:id/files/:path{.+}', async (context) => {
    const found = await readVersionedFile(context.get('services'), context.get('viewer'), {
      id: context.req.param('id'),
      version: context.req.query('version'),
      path: context.req.param('path'),
    });
    return context.json(
      found.kind === 'indexed' ? fileToWire(found.file, found.resolved) : retainedFileToWire(found.file),
      200,
    );
  });
}

function bindCoverage(app: App): void {
  app.openapi(coverageRoute, async (context) => {
    const services = context.get('services');
    const request = { id: context.req.valid('param').id, version: context.req.valid('query').version };
    const { key, snapshot } = await resolveSnapshot(services, context.get('viewer'), request);
    const { skipped, masked, cut } = await readCoverage(services, key);
    const skippedByReason: Record<string, number> = {};
    for (const file of skipped) skippedByReason[file.reason] = (skippedByReason[file.reason] ?? 0) + 1;
    return context.json(
      {
        commit: snapshot.commit,
        indexed: snapshot.counts.files,
        skipped: [...skipped],
        skippedByReason,
        masked: [...masked],
        cut: [...cut],
        wrapperFolder: snapshot.wrapperFolder ?? null,
      },
      200,
    );
  });
}

function bindSymbols(app: App): void {
  app.openapi(symbolsRoute, async (context) => {
    const { name, path, kind, match, limit, version } = context.req.valid('query');
    const services = context.get('services');
    const resolved = await resolveBrowsable(services, context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
    });
    if (path !== undefined) await requireParsed(services, resolved, path);
    const found = await findSymbols(services, resolved.key, { name, path, match, limit });
    const notes = resolved.isPublished ? await symbolDamageNotes(services, resolved, { path, found }) : [];
    const symbols = found.filter((symbol) => kind === undefined || symbol.kind === kind);
    return context.json(
      {
        symbols: symbols.map(symbolToWire),
        ...(notes.length === 0 ? {} : { notes: [...notes] }),
        ...indexingMark(resolved),
      },
      200,
    );
  });
}

/** Marks what is shown of a version that is not published yet. */
function indexingMark({ isPublished }: BrowsableSnapshot): { readonly isBeingIndexed?: true } {
  return isPublished ? {} : { isBeingIndexed: true };
}

/** A symbol without internal fields. */
function symbolToWire(symbol: SymbolRow): SymbolList['symbols'][number] {
  const { role, fileHash, documentationLines, ...shown } = symbol;
  return shown;
}

function treeEntries(level: TreeLevel): TreeEntry[] {
  return [
    ...level.folders.map(({ name, path, files }) => ({
      name,
      path,
      kind: 'folder' as const,
      language: null,
      lines: null,
      files,
    })),
    ...level.files.map((file) => ({
      name: file.path.slice(file.path.lastIndexOf('/') + 1),
      path: file.path,
      kind: 'file' as const,
      language: file.language,
      lines: file.lines,
      files: null,
    })),
  ];
}

function retainedFileToWire({ indexedAt, removedAt, masked, ...file }: RetainedFile): FileText {
  return {
    ...file,
    masked: [...masked],
    retained: {
      indexedAt: new Date(indexedAt).toISOString(),
      removedAt: new Date(removedAt).toISOString(),
    },
  };
}

function fileToWire(file: StoredFile, resolved: BrowsableSnapshot): FileText {
  const { snapshot, repository } = resolved;
  const { path, hash, language, encoding, lines, text, masks } = file;
  const page = readPageOutline(repository, file);
  return {
    path,
    commit: snapshot.commit,
    hash,
    language,
    encoding,
    lines,
    text,
    masked: masks.map(({ line, rule }) => ({ line, rule })),
    ...indexingMark(resolved),
    ...(page === undefined
      ? {}
      : { page: { url: page.url, headings: page.headings.map((heading) => ({ ...heading })) } }),
  };
}
