/**
 * Definitions whose name the repository has once: whether `/symbols` gives that one, at its line. Constants inside functions are
 * left out: they are variables of those.
 */

import { groupBy } from './group-by.ts';
import { eachOf } from './server.ts';
import type { FoundSymbol, Server } from './server.ts';
import type { Miss, Score } from './score.ts';
import type { DefinitionTruth, Truth } from './truth.ts';

interface ComparedDefinitions {
  readonly scores: readonly Score[];
  readonly misses: readonly Miss[];
  /** What the server has of each definition of the truth, by place. */
  readonly found: ReadonlyMap<string, FoundSymbol>;
}

export function placeKey({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}:${line}`;
}

/** How many definitions bear each name. */
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
  const byKind = kinds.map((kind) => scoreOf(kind, { definitions: once, symbols }));
  const shown = byKind.filter(({ score }) => score.asked > 0);
  const all = scoreOf(undefined, { definitions: once, symbols });
  return { scores: [all.score, ...shown.map(({ score }) => score)], misses: all.misses, found };
}

/** By file, as `/symbols` gives so many of one name and no more. */
async function findByFile(truth: Truth, server: Server): Promise<ReadonlyMap<string, FoundSymbol>> {
  const byPath = [...groupBy(truth.definitions, ({ path }) => path)];
  const outlines = await eachOf(byPath, ([path]) => server.outline(path));
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
): Promise<ReadonlyMap<string, readonly FoundSymbol[]>> {
  const all = await eachOf(names, server.symbols);
  return new Map(names.map((name, index) => [name, all[index] ?? []]));
}

function isLocal({ kind, nested }: DefinitionTruth): boolean {
  return kind === 'variable' && nested;
}

function isAt(symbol: FoundSymbol, definition: DefinitionTruth): boolean {
  return symbol.path === definition.path && symbol.nameLine === definition.line;
}

/** Recall: of the definitions, those given at their line. Precision: of what is given for their names, what is there. */
function scoreOf(
  kind: DefinitionTruth['kind'] | undefined,
  {
    definitions,
    symbols,
  }: { definitions: readonly DefinitionTruth[]; symbols: ReadonlyMap<string, readonly FoundSymbol[]> },
): { readonly score: Score; readonly misses: readonly Miss[] } {
  const part = kind === undefined ? 'definitions of one name' : `  ${kind}`;
  const asked = definitions.filter((definition) => kind === undefined || definition.kind === kind);
  const misses: Miss[] = [];
  let [found, told, right] = [0, 0, 0];
  for (const definition of asked) {
    const given = symbols.get(definition.name) ?? [];
    const at = given.filter((symbol) => isAt(symbol, definition));
    if (at.length > 0) found += 1;
    told += given.length;
    right += Math.min(at.length, 1);
    const subject = `${definition.kind} ${definition.name}`;
    const detail = given.map((symbol) => `${symbol.kind} at ${symbol.path}:${symbol.nameLine}`).join(', ');
    const miss = { part: 'definitions', subject, path: definition.path, line: definition.line };
    if (at.length === 0) misses.push({ ...miss, kind: 'missed', detail: `given: ${detail || 'nothing'}` });
    else if (given.length > 1) misses.push({ ...miss, kind: 'wrong', detail: `given: ${detail}` });
  }
  const score = { part, asked: asked.length, expected: asked.length, found, told, right, unknown: 0 };
  return { score, misses };
}
