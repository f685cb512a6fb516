/**
 * Callers: each call the truth leads to a definition against the `calls` edges the server has to it, by file and line, and by
 * the definition the call stands in.
 *
 * A call of an attribute of something unknown (`x.f()`) is none of a function: functions are no members, but of modules, and what
 * a module has the truth knows. It may be one of a method; told ones are then in neither figure.
 */

import type { GraphAnswer, GraphNode } from '../../../worker/contract/graph.ts';
import { groupBy } from './group-by.ts';
import { countNames, placeKey } from './compare-definitions.ts';
import type { Miss, Score } from './score.ts';
import { eachOf } from './server.ts';
import type { FoundSymbol, Server } from './server.ts';
import type { CallTruth, DefinitionTruth, Truth } from './truth.ts';

interface Part {
  readonly name: string;
  readonly holds: (definition: DefinitionTruth, isOnce: boolean) => boolean;
}

const parts: readonly Part[] = [
  { name: 'callers of functions of one name', holds: ({ kind }, isOnce) => kind === 'function' && isOnce },
  { name: 'callers of classes of one name', holds: ({ kind }, isOnce) => kind === 'class' && isOnce },
  { name: 'callers of methods of one name', holds: ({ kind }, isOnce) => kind === 'method' && isOnce },
  { name: 'callers of functions of several', holds: ({ kind }, isOnce) => kind === 'function' && !isOnce },
  { name: 'callers of classes of several', holds: ({ kind }, isOnce) => kind === 'class' && !isOnce },
  { name: 'callers of methods of several', holds: ({ kind }, isOnce) => kind === 'method' && !isOnce },
];

type Edge = GraphAnswer['edges'][number];
interface Asked {
  readonly definition: DefinitionTruth;
  readonly edges: readonly Edge[];
  readonly nodes: ReadonlyMap<string, GraphNode>;
}

export async function compareCallers(
  truth: Truth,
  server: Server,
  found: ReadonlyMap<string, FoundSymbol>,
): Promise<{ readonly scores: readonly Score[]; readonly misses: readonly Miss[] }> {
  const counts = countNames(truth);
  const isOnce = ({ name }: DefinitionTruth): boolean => counts.get(name) === 1;
  const definitions = truth.definitions.filter((one) => ['function', 'class', 'method'].includes(one.kind));
  const asked = await eachOf(definitions, (definition) =>
    askCallers(server, definition, isOnce(definition) ? undefined : found.get(keyOf(definition))?.id),
  );
  const byPlace = groupBy(truth.calls, placeKey);
  const byTarget = callsByTarget(truth.calls);
  const told = new Map(asked.map((one) => [keyOf(one.definition), one]));
  const misses: Miss[] = [];
  const scores = parts.flatMap(({ name, holds }) => {
    const own = asked.filter(({ definition }) => holds(definition, isOnce(definition)));
    const lines = scoreLines(name, own, { byPlace, byTarget, told, misses });
    return lines.asked === 0 ? [] : [lines, scoreCallers(own, { byTarget, byPlace, told })];
  });
  return { scores, misses };
}

function keyOf({ path, line, name }: { path: string; line: number; name: string }): string {
  return `${path}:${line} ${name}`;
}

async function askCallers(
  server: Server,
  definition: DefinitionTruth,
  id: string | undefined,
): Promise<Asked> {
  const { name: symbol, path } = definition;
  const answer = await server.graph('callers', id === undefined ? { symbol, path } : { id });
  const focus = answer?.focus.id;
  return {
    definition,
    edges: (answer?.edges ?? []).filter((edge) => edge.kind === 'calls' && edge.to === focus),
    nodes: new Map(
      [...(answer?.nodes ?? []), ...(answer ? [answer.focus] : [])].map((node) => [node.id, node]),
    ),
  };
}

function callsByTarget(calls: readonly CallTruth[]): ReadonlyMap<string, readonly CallTruth[]> {
  const pairs = calls.flatMap((call) => (call.to ?? []).map((place) => ({ target: keyOf(place), call })));
  const groups = groupBy(pairs, ({ target }) => target);
  return new Map([...groups].map(([target, group]) => [target, group.map(({ call }) => call)]));
}

/** One call a line of a file: several on one line are one. */
function scoreLines(
  part: string,
  asked: readonly Asked[],
  about: {
    readonly byPlace: ReadonlyMap<string, readonly CallTruth[]>;
    readonly byTarget: ReadonlyMap<string, readonly CallTruth[]>;
    readonly told: ReadonlyMap<string, Asked>;
    readonly misses: Miss[];
  },
): Score {
  let [expected, found, told, right, unknown, withCalls] = [0, 0, 0, 0, 0, 0];
  for (const one of asked) {
    const { definition } = one;
    const subject = `${definition.name} (${placeKey(definition)})`;
    const calls = about.byTarget.get(keyOf(definition)) ?? [];
    const lines = new Map(calls.map((call) => [placeKey(call), call]));
    const toldLines = new Map(one.edges.map((edge) => [placeKey(edge), edge]));
    if (lines.size > 0 || toldLines.size > 0) withCalls += 1;
    for (const [place, call] of lines) {
      if (!isFirst(definition, call)) continue;
      expected += 1;
      // Of an overloaded definition any will do.
      const isFound = (call.to ?? []).some((to) =>
        about.told.get(keyOf(to))?.edges.some((edge) => placeKey(edge) === place),
      );
      if (isFound) found += 1;
      else
        about.misses.push({
          part,
          kind: 'missed',
          subject,
          path: call.path,
          line: call.line,
          detail: `${call.form}, by ${call.how}`,
        });
    }
    for (const [place, edge] of toldLines) {
      const here = about.byPlace.get(place) ?? [];
      const isRight = lines.has(place);
      if (!isRight && isUnknown(definition, here)) {
        unknown += 1;
        continue;
      }
      told += 1;
      if (isRight) right += 1;
      else
        about.misses.push({
          part,
          kind: 'wrong',
          subject,
          path: edge.path,
          line: edge.line,
          detail: `${edge.tier}; truth: ${here.map(describe).join(', ') || 'no call'}`,
        });
    }
  }
  return { part, asked: withCalls, expected, found, told, right, unknown };
}

function describe(call: CallTruth): string {
  const to = call.to?.map((place) => placeKey(place)).join(' or ') ?? call.how;
  return `${call.name} (${call.form}) is ${to}`;
}

const constructors: ReadonlySet<string> = new Set(['__init__', '__new__', 'constructor']);

/**
 * Whether the truth leaves open that one of the calls on the line is of the definition. Where a class is constructed its
 * constructor is called as well, though only the class is named.
 */
function isUnknown(definition: DefinitionTruth, calls: readonly CallTruth[]): boolean {
  if (constructors.has(definition.name) && calls.some(({ to }) => to !== null)) return true;
  return calls.some(
    (call) =>
      call.name === definition.name &&
      call.how === 'unknown' &&
      (definition.kind !== 'function' || call.form !== 'attribute'),
  );
}

/** Callers by definition: those whose calls the truth leads here against the nodes the edges come from. */
function scoreCallers(
  asked: readonly Asked[],
  about: {
    readonly byTarget: ReadonlyMap<string, readonly CallTruth[]>;
    readonly byPlace: ReadonlyMap<string, readonly CallTruth[]>;
    readonly told: ReadonlyMap<string, Asked>;
  },
): Score {
  let [expected, found, told, right, unknown] = [0, 0, 0, 0, 0];
  for (const { definition, edges, nodes } of asked) {
    const calls = about.byTarget.get(keyOf(definition)) ?? [];
    const first = calls.filter((call) => isFirst(definition, call));
    for (const own of groupBy(first, (call) => `${call.path} ${call.caller?.line ?? 0}`).values()) {
      expected += 1;
      if (own.some((call) => isToldFrom(call, about.told))) found += 1;
    }
    for (const own of groupBy(edges, (edge) => edge.from).values()) {
      const isRight = own.some((edge) => calls.some((call) => isFrom(edge, nodes, call)));
      if (!isRight && own.every((edge) => isUnknown(definition, about.byPlace.get(placeKey(edge)) ?? [])))
        unknown += 1;
      else {
        told += 1;
        if (isRight) right += 1;
      }
    }
  }
  return { part: '  by calling definition', asked: asked.length, expected, found, told, right, unknown };
}

/** A call of what is overloaded is expected once, at the first definition it may lead to. */
function isFirst(definition: DefinitionTruth, { to }: CallTruth): boolean {
  return to?.[0] !== undefined && keyOf(to[0]) === keyOf(definition);
}

function isToldFrom(call: CallTruth, told: ReadonlyMap<string, Asked>): boolean {
  return (call.to ?? []).some((to) => {
    const asked = told.get(keyOf(to));
    return asked?.edges.some((edge) => isFrom(edge, asked.nodes, call)) === true;
  });
}

/** Whether an edge is that call and comes from its caller, or from a variable, field or module within that caller. */
function isFrom(edge: Edge, nodes: ReadonlyMap<string, GraphNode>, call: CallTruth): boolean {
  if (placeKey(edge) !== placeKey(call)) return false;
  const node = nodes.get(edge.from);
  if (node === undefined) return false;
  const callers = [...(call.caller === null ? [] : [call.caller]), ...call.also];
  if (callers.some((caller) => caller.line === node.nameLine)) return true;
  if (call.caller === null && node.kind === 'file') return true;
  const isHolder = ['variable', 'constant', 'property', 'module'].includes(node.kind);
  return isHolder && node.startLine >= (call.caller?.line ?? 0);
}
