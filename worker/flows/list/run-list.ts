/** Runs an exhaustive query: selects the files, lists what they contain, and states why the list may not be complete. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import { AppError } from '../../core/errors.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { FoundInFiles } from './found-in-files.ts';
import { describeIndirectSubtypes } from './indirect-subtypes.ts';
import { listDefinitions, listReferencing } from './list-definitions.ts';
import { hasLanguage, hasRole, listFiles } from './list-files.ts';
import { listOccurrences } from './list-occurrences.ts';
import { maxRows, type ListOutcome, type ListRow } from './list-outcome.ts';
import { listRaises } from './list-raises.ts';
import { nameEnclosing } from './name-enclosing.ts';
import type { ListServices, TimedFiles } from './scan-texts.ts';
import { describeSkipped } from './unsearched-files.ts';
import { countOf } from '../../core/text/count-of.ts';

/** Time limit of one list in milliseconds. A read that has started is finished. */
const maxMs = 20_000;
/** Additional time to name the definitions around the results. */
const namingMs = 2_000;

/**
 * @param rowLimit maximum rows of the outcome; its counts are not limited
 * @throws AppError `invalid_request` if the query lacks its name, has one that its list does not take, or has an invalid glob
 */
export async function runList(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { query, rowLimit = maxRows }: { readonly query: ListQuery; readonly rowLimit?: number | undefined },
): Promise<ListOutcome> {
  refuseUnusedName(query);
  const until = services.clock.now() + maxMs;
  const matches = services.glob.matcher(query.paths ?? []);
  const files = (await services.chunkStore.listFiles(resolved.key)).filter(
    ({ path, role, language }) =>
      matches(path) && hasRole(role, query.only) && hasLanguage(language, query.languages),
  );
  if (query.list === 'files') {
    const { rows, limits } = await listFiles(services, resolved, { files, query });
    return toOutcome(resolved, query, { rows, limits, isComplete: true, rowLimit });
  }
  const result = await findInFiles(services, resolved, { files, until, query });
  const skipped = await describeSkipped(services, resolved, query);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rows = toRows(result.found, byPath);
  const shown = rows.slice(0, rowLimit);
  const named = await nameEnclosing(services, resolved, { rows: shown, until: until + namingMs });
  return toOutcome(resolved, query, {
    ...result,
    rows: [...named.rows, ...rows.slice(rowLimit)],
    limits: [...result.limits, ...skipped, ...(named.isComplete ? [] : [unnamed])],
    rowLimit,
  });
}

/** A name that is ignored would return a list of everything. */
function refuseUnusedName({ list, name }: ListQuery): void {
  if (name === undefined || (list !== 'files' && list !== 'definitions')) return;
  const filters = list === 'files' ? '`paths`' : '`kinds`, `modifiers`, `decorator` or `paths`';
  throw new AppError(
    'invalid_request',
    `\`${list}\` takes no \`name\`, but got ${JSON.stringify(name)}. Filter it with ${filters}.`,
    { details: { problems: [{ field: 'name', problem: 'not taken by this list' }] } },
  );
}

function findInFiles(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { query, ...timed }: TimedFiles & { readonly query: ListQuery },
): Promise<FoundInFiles> {
  const { list, name, decorator, kinds } = query;
  if (list === 'raises') return listRaises(services, resolved, { ...timed, name });
  if (list === 'definitions' && decorator === undefined)
    return listDefinitions(services, resolved, { ...timed, query });
  if (list === 'definitions' && decorator !== undefined) {
    const references = new Set(['decorator'] as const);
    return listReferencing(services, resolved, { ...timed, query: { name: decorator, kinds, references } });
  }
  if (name === undefined)
    throw new AppError('invalid_request', `\`${list}\` needs a \`name\`.`, {
      details: { problems: [{ field: 'name', problem: 'missing' }] },
    });
  if (list === 'occurrences') return listOccurrences(services, resolved, { ...timed, name });
  return listImplementations(services, resolved, { ...timed, query: { name, kinds } });
}

async function listImplementations(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { query, ...timed }: TimedFiles & { readonly query: Pick<ListQuery, 'kinds'> & { readonly name: string } },
): Promise<FoundInFiles> {
  const references = new Set(['extends', 'implements'] as const);
  const direct = await listReferencing(services, resolved, { ...timed, query: { ...query, references } });
  const indirect = await describeIndirectSubtypes(services, resolved, direct.found);
  return { ...direct, limits: [...indirect, ...direct.limits] };
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

const unnamed = 'The search ran out of time before it had named the definition around every place';

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
    rowLimit,
  }: {
    readonly rows: readonly ListRow[];
    readonly limits: readonly string[];
    readonly isComplete: boolean;
    readonly rowLimit: number;
  },
): ListOutcome {
  const truncatedBy = isComplete ? (rows.length > maxRows ? 'limit' : undefined) : 'time';
  const byTime = 'The search ran out of time before it had read every file';
  const byLimit = `The list contains the first ${countOf(maxRows, 'row')}`;
  return {
    query,
    rows: rows.slice(0, Math.min(rowLimit, maxRows)),
    found: rows.length,
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
