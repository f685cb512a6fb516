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
  /** The server's symbol for each definition of the truth, by the position and name of the definition. */
  readonly symbols: ReadonlyMap<string, ServerSymbol>;
}

export function formatPosition({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}:${line}`;
}

/** Counts the definitions with each name. */
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
  const symbolsByPosition = await findSymbolsByFile(truth, server);
  const uniqueDefinitions = truth.definitions.filter(
    (definition) => counts.get(definition.name) === 1 && !isLocal(definition),
  );
  const symbols = await findSymbolsByName(
    uniqueDefinitions.map(({ name }) => name),
    server,
  );
  const byKind = kinds.map((kind) => scoreKind(kind, { definitions: uniqueDefinitions, symbols }));
  const nonEmpty = byKind.filter(({ score }) => score.asked > 0);
  const overall = scoreKind(undefined, { definitions: uniqueDefinitions, symbols });
  return {
    scores: [overall.score, ...nonEmpty.map(({ score }) => score)],
    misses: overall.misses,
    symbols: symbolsByPosition,
  };
}

/** Looks up definitions by file, since `/symbols` limits the number of results for one name. */
async function findSymbolsByFile(truth: Truth, server: Server): Promise<ReadonlyMap<string, ServerSymbol>> {
  const byPath = [...groupBy(truth.definitions, ({ path }) => path)];
  const outlines = await mapConcurrently(byPath, ([path]) => server.outline(path));
  const entries = byPath.flatMap(([, definitions], index) =>
    definitions.flatMap((definition) => {
      const symbol = outlines[index]?.find(
        (candidate) => candidate.name === definition.name && isAt(candidate, definition),
      );
      return symbol === undefined
        ? []
        : [[`${formatPosition(definition)} ${definition.name}`, symbol] as const];
    }),
  );
  return new Map(entries);
}

async function findSymbolsByName(
  names: readonly string[],
  server: Server,
): Promise<ReadonlyMap<string, readonly ServerSymbol[]>> {
  const results = await mapConcurrently(names, server.symbols);
  return new Map(names.map((name, index) => [name, results[index] ?? []]));
}

function isLocal({ kind, nested }: DefinitionTruth): boolean {
  return kind === 'variable' && nested;
}

function isAt(symbol: ServerSymbol, definition: DefinitionTruth): boolean {
  return symbol.path === definition.path && symbol.nameLine === definition.line;
}

/** Scores recall, the definitions that were returned at their line, and precision, the returned symbols that are such definitions. */
function scoreKind(
  kind: DefinitionTruth['kind'] | undefined,
  {
    definitions,
    symbols,
  }: { definitions: readonly DefinitionTruth[]; symbols: ReadonlyMap<string, readonly ServerSymbol[]> },
): { readonly score: Score; readonly misses: readonly Miss[] } {
  const part = kind === undefined ? 'definitions of one name' : `  ${kind}`;
  const requestedDefinitions = definitions.filter(
    (definition) => kind === undefined || definition.kind === kind,
  );
  const misses: Miss[] = [];
  let [found, told, right] = [0, 0, 0];
  for (const definition of requestedDefinitions) {
    const returnedSymbols = symbols.get(definition.name) ?? [];
    const matchingSymbols = returnedSymbols.filter((symbol) => isAt(symbol, definition));
    if (matchingSymbols.length > 0) found += 1;
    told += returnedSymbols.length;
    right += Math.min(matchingSymbols.length, 1);
    const subject = `${definition.kind} ${definition.name}`;
    const detail = returnedSymbols
      .map((symbol) => `${symbol.kind} at ${symbol.path}:${symbol.nameLine}`)
      .join(', ');
    const miss = { part: 'definitions', subject, path: definition.path, line: definition.line };
    if (matchingSymbols.length === 0)
      misses.push({ ...miss, kind: 'missed', detail: `returned: ${detail || 'nothing'}` });
    else if (returnedSymbols.length > 1)
      misses.push({ ...miss, kind: 'wrong', detail: `returned: ${detail}` });
  }
  const score = {
    part,
    asked: requestedDefinitions.length,
    expected: requestedDefinitions.length,
    found,
    told,
    right,
    unknown: 0,
  };
  return { score, misses };
}
