/**
 * Checks that `/symbols` returns each definition whose name is unique in the repository, at its line. Constants inside functions are excluded,
 * since they are local variables.
 */

import { groupBy } from './group-by.ts';
import { mapConcurrently } from './server.ts';
import type { ServerSymbol, Server } from './server.ts';
import type { Miss, Score } from './score.ts';
import type { DefinitionTruth, Truth } from './truth.ts';

interface ComparedDefinitions {
  readonly scores: readonly Score[];
  readonly misses: readonly Miss[];
  /** The server's symbol for each definition of the truth, by place. */
  readonly found: ReadonlyMap<string, ServerSymbol>;
}

export function placeKey({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}:${line}`;
}

/** Number of definitions with each name. */
export function countNames(truth: Truth): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of truth.definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const kinds = [
  'function',
  'method',
  'class',
  'type',
  'variable',
  'property',
  'module',
  'macro',
  'variant',
] as const;

export async function compareDefinitions(truth: Truth, server: Server): Promise<ComparedDefinitions> {
  const counts = countNames(truth);
  const found = await findByFile(truth, server);
  const once = truth.definitions.filter((one) => counts.get(one.name) === 1 && !isLocal(one));
  const symbols = await symbolsByName(
    once.map(({ name }) => name),
    server,
  );
  const byKind = kinds.map((kind) => scoreKind(kind, { definitions: once, symbols }));
  const shown = byKind.filter(({ score }) => score.asked > 0);
  const all = scoreKind(undefined, { definitions: once, symbols });
  return { scores: [all.score, ...shown.map(({ score }) => score)], misses: all.misses, found };
}

/** Looks up definitions by file, since `/symbols` limits the number of results for one name. */
async function findByFile(truth: Truth, server: Server): Promise<ReadonlyMap<string, ServerSymbol>> {
  const byPath = [...groupBy(truth.definitions, ({ path }) => path)];
  const outlines = await mapConcurrently(byPath, ([path]) => server.outline(path));
  const found = byPath.flatMap(([, definitions], index) =>
    definitions.flatMap((definition) => {
      const symbol = outlines[index]?.find((one) => one.name === definition.name && isAt(one, definition));
      return symbol === undefined ? [] : [[`${placeKey(definition)} ${definition.name}`, symbol] as const];
    }),
  );
  return new Map(found);
}

async function symbolsByName(
  names: readonly string[],
  server: Server,
): Promise<ReadonlyMap<string, readonly ServerSymbol[]>> {
  const all = await mapConcurrently(names, server.symbols);
  return new Map(names.map((name, index) => [name, all[index] ?? []]));
}

function isLocal({ kind, nested }: DefinitionTruth): boolean {
  return kind === 'variable' && nested;
}

function isAt(symbol: ServerSymbol, definition: DefinitionTruth): boolean {
  return symbol.path === definition.path && symbol.nameLine === definition.line;
}

/** Recall: definitions returned at their line. Precision: returned symbols that are such definitions. */
function scoreKind(
  kind: DefinitionTruth['kind'] | undefined,
  {
    definitions,
    symbols,
  }: { definitions: readonly DefinitionTruth[]; symbols: ReadonlyMap<string, readonly ServerSymbol[]> },
): { readonly score: Score; readonly misses: readonly Miss[] } {
  const part = kind === undefined ? 'definitions of one name' : `  ${kind}`;
  const requested = definitions.filter((definition) => kind === undefined || definition.kind === kind);
  const misses: Miss[] = [];
  let [found, told, right] = [0, 0, 0];
  for (const definition of requested) {
    const returned = symbols.get(definition.name) ?? [];
    const at = returned.filter((symbol) => isAt(symbol, definition));
    if (at.length > 0) found += 1;
    told += returned.length;
    right += Math.min(at.length, 1);
    const subject = `${definition.kind} ${definition.name}`;
    const detail = returned.map((symbol) => `${symbol.kind} at ${symbol.path}:${symbol.nameLine}`).join(', ');
    const miss = { part: 'definitions', subject, path: definition.path, line: definition.line };
    if (at.length === 0) misses.push({ ...miss, kind: 'missed', detail: `returned: ${detail || 'nothing'}` });
    else if (returned.length > 1) misses.push({ ...miss, kind: 'wrong', detail: `returned: ${detail}` });
  }
  const score = { part, asked: requested.length, expected: requested.length, found, told, right, unknown: 0 };
  return { score, misses };
}
