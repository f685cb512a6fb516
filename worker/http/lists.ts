/** Route of exhaustive lists. */

import { listRoute } from '../contract/lists/routes.ts';
import type { ListAnswer } from '../contract/lists/schema.ts';
import { symbolKinds, type SymbolKind } from '../core/code/symbol.ts';
import { AppError } from '../core/errors.ts';
import type { ListOutcome } from '../flows/list/list-outcome.ts';
import { runList } from '../flows/list/run-list.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import type { App } from './context.ts';
import { formatCsv } from './format-csv.ts';

const defaultRows = 1_000;

export function bindLists(app: App): void {
  app.openapi(listRoute, async (context) => {
    const startedAt = Date.now();
    const { id, list } = context.req.valid('param');
    const { version, format, limit, kinds, modifiers, paths, languages, ...query } =
      context.req.valid('query');
    const services = context.get('services');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    const outcome = await runList(services, resolved, {
      query: {
        ...query,
        list,
        kinds: toArray(kinds)?.map(parseKind),
        modifiers: toArray(modifiers),
        paths: toArray(paths),
        languages: toArray(languages),
      },
      rowLimit: limit ?? (format === 'csv' ? undefined : defaultRows),
    });
    if (format === 'csv')
      return context.text(listToCsv(outcome), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'x-total-count': String(outcome.total),
        'x-truncated': outcome.truncatedBy ?? 'no',
        'content-disposition': `attachment; filename="${list}.csv"`,
      });
    return context.json(listToWire(outcome, Date.now() - startedAt), 200);
  });
}

function toArray(value: string | string[] | undefined): string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function parseKind(word: string): SymbolKind {
  const kind = symbolKinds.find((known) => known === word);
  if (kind === undefined)
    throw new AppError(
      'invalid_request',
      `\`kinds\` contains ${JSON.stringify(word)}; allowed values: ${symbolKinds.join(', ')}.`,
      { details: { problems: [{ field: 'kinds', problem: `unknown: ${word}` }] } },
    );
  return kind;
}

const columns = ['path', 'line', 'symbol', 'kind', 'role', 'times', 'text'];

function listToCsv({ rows }: ListOutcome): string {
  const cells = rows.map(({ path, line, symbol = '', kind = '', role, times, text }) => [
    path,
    line,
    symbol,
    kind,
    role,
    times,
    text,
  ]);
  return formatCsv([columns, ...cells]);
}

function listToWire(outcome: ListOutcome, totalMs: number): ListAnswer {
  const { query, total, inTests, files, rows, found, truncatedBy, limits, repeat } = outcome;
  return {
    list: query.list,
    total,
    inTests,
    files,
    rows: rows.map(({ symbol, kind, ...row }) => ({
      ...row,
      ...(symbol === undefined ? {} : { symbol }),
      ...(kind === undefined ? {} : { kind }),
    })),
    truncated: truncatedBy !== undefined || found > rows.length,
    exhaustive: limits.length === 0,
    limits: [...limits],
    repeat,
    totalMs,
  };
}
