/** Runs an exhaustive query: selects the files, lists what they contain, and states why the list may not be complete. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import { AppError } from '../../core/errors.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { ListedFile, SymbolRow } from '../../ports/chunk-store.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { countNoun, type FoundInFiles } from './found-in-files.ts';
import { listDefinitions, listReferencing } from './list-definitions.ts';
import { hasLanguage, hasRole, listFiles } from './list-files.ts';
import { listOccurrences } from './list-occurrences.ts';
import { maxRows, type ListOutcome, type ListRow } from './list-outcome.ts';
import { listRaises } from './list-raises.ts';
import type { ListServices } from './scan-texts.ts';

/** Positions in one query for the definitions around them. */
const positionsPerQuery = 500;

/** @throws AppError `invalid_request` if the query lacks its name or has an invalid glob */
export async function runList(
  services: ListServices,
  resolved: ResolvedSnapshot,
  query: ListQuery,
): Promise<ListOutcome> {
  const matches = services.glob.matcher(query.paths ?? []);
  const files = (await services.chunkStore.listFiles(resolved.key)).filter(
    ({ path, role, language }) =>
      matches(path) && hasRole(role, query.only) && hasLanguage(language, query.languages),
  );
  if (query.list === 'files') {
    const { rows, limits } = await listFiles(services, resolved, { files, query });
    return toOutcome(resolved, query, { rows, limits, isComplete: true });
  }
  const result = await findInFiles(services, resolved, { files, query });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rows = toRows(result.found, byPath);
  const shown = rows.slice(0, maxRows);
  const named = await nameEnclosing(services, resolved, shown);
  return toOutcome(resolved, query, { ...result, rows: [...named, ...rows.slice(maxRows)] });
}

function findInFiles(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { files, query }: { readonly files: readonly ListedFile[]; readonly query: ListQuery },
): Promise<FoundInFiles> {
  const { list, name, decorator, kinds } = query;
  if (list === 'raises') return listRaises(services, resolved, { files, name });
  if (list === 'definitions' && decorator === undefined)
    return listDefinitions(services, resolved, { files, query });
  if (list === 'definitions' && decorator !== undefined) {
    const references = new Set(['decorator'] as const);
    return listReferencing(services, resolved, { files, query: { name: decorator, kinds, references } });
  }
  if (name === undefined)
    throw new AppError('invalid_request', `\`${list}\` needs a \`name\`.`, {
      details: { problems: [{ field: 'name', problem: 'missing' }] },
    });
  if (list === 'occurrences') return listOccurrences(services, resolved, { files, name });
  const references = new Set(['extends', 'implements'] as const);
  return listReferencing(services, resolved, { files, query: { name, kinds, references } });
}

function toRows(found: FoundInFiles['found'], files: ReadonlyMap<string, ListedFile>): readonly ListRow[] {
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, places]) =>
      places.map(({ line, text, symbol, kind, times = 1 }) => ({
        path,
        line,
        role: files.get(path)?.role ?? 'source',
        text: text.trim(),
        symbol,
        kind,
        times,
      })),
    );
}

/** Adds the innermost definition around each place that names none. */
async function nameEnclosing(
  { chunkStore }: ListServices,
  { key }: ResolvedSnapshot,
  rows: readonly ListRow[],
): Promise<readonly ListRow[]> {
  const open = rows.filter(({ symbol }) => symbol === undefined);
  const symbols = new Map<string, SymbolRow[]>();
  for (let at = 0; at < open.length; at += positionsPerQuery) {
    const spans = open
      .slice(at, at + positionsPerQuery)
      .map(({ path, line }): SpanPosition => ({ path, startLine: line, endLine: line }));
    for (const symbol of await chunkStore.symbolsAt(key, spans)) {
      const known = symbols.get(symbol.path) ?? [];
      known.push(symbol);
      symbols.set(symbol.path, known);
    }
  }
  return rows.map((row) =>
    row.symbol === undefined ? { ...row, symbol: innermost(symbols.get(row.path) ?? [], row.line) } : row,
  );
}

function innermost(symbols: readonly SymbolRow[], line: number): string | undefined {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const [first] = around.toSorted(
    (a, b) => a.endLine - a.startLine - (b.endLine - b.startLine) || b.nameLine - a.nameLine,
  );
  return first?.qualifiedName;
}

function sum(counted: readonly ListRow[]): number {
  return counted.reduce((total, { times }) => total + times, 0);
}

function toOutcome(
  resolved: ResolvedSnapshot,
  query: ListQuery,
  {
    rows,
    limits,
    isComplete,
  }: { readonly rows: readonly ListRow[]; readonly limits: readonly string[]; readonly isComplete: boolean },
): ListOutcome {
  const truncatedBy = isComplete ? (rows.length > maxRows ? 'limit' : undefined) : 'time';
  const byTime = 'The search ran out of time before it had read every file';
  const byLimit = `The list contains the first ${countNoun(maxRows, 'row')}`;
  return {
    query,
    rows: rows.slice(0, maxRows),
    total: sum(rows),
    inTests: sum(rows.filter(({ role }) => role === 'test')),
    files: new Set(rows.map(({ path }) => path)).size,
    truncatedBy,
    limits: [
      ...(truncatedBy === 'time' ? [byTime] : []),
      ...(truncatedBy === 'limit' ? [byLimit] : []),
      ...limits,
    ],
    repeat: listUrl(resolved, query),
  };
}

/** Returns the path and query string of the API request that repeats the query. */
function listUrl({ repository, snapshot }: ResolvedSnapshot, { list, ...query }: ListQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') parameters.set(name, value);
    else for (const item of value ?? []) parameters.append(name, item);
  }
  parameters.set('version', snapshot.id);
  return `/v1/repositories/${repository.id}/lists/${list}?${parameters.toString()}`;
}
