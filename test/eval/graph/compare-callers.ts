/**
 * Compares callers: matches the calls that the truth resolves to a definition with the server's `calls` edges to it. Calls match by file and line, and
 * separately by the definition that contains them.
 *
 * A call of an attribute of an unknown value (`x.f()`) never targets a function, since functions are members of modules only and the truth
 * contains all of these. It may target a method; returned edges of this kind count in neither figure.
 */

import type { GraphAnswer, GraphNode } from '../../../worker/contract/graph/schema.ts';
import { groupBy } from './group-by.ts';
import { countNames, formatPosition } from './compare-definitions.ts';
import type { Miss, Score } from './score.ts';
import { mapConcurrently } from './server.ts';
import type { ServerSymbol, Server } from './server.ts';
import type { CallTruth, DefinitionTruth, Truth } from './truth.ts';

interface Part {
  readonly name: string;
  readonly matches: (definition: DefinitionTruth, isUniqueName: boolean) => boolean;
}

const parts: readonly Part[] = [
  {
    name: 'callers of functions of one name',
    matches: ({ kind }, isUniqueName) => kind === 'function' && isUniqueName,
  },
  {
    name: 'callers of classes of one name',
    matches: ({ kind }, isUniqueName) => kind === 'class' && isUniqueName,
  },
  {
    name: 'callers of methods of one name',
    matches: ({ kind }, isUniqueName) => kind === 'method' && isUniqueName,
  },
  {
    name: 'callers of functions of several',
    matches: ({ kind }, isUniqueName) => kind === 'function' && !isUniqueName,
  },
  {
    name: 'callers of classes of several',
    matches: ({ kind }, isUniqueName) => kind === 'class' && !isUniqueName,
  },
  {
    name: 'callers of methods of several',
    matches: ({ kind }, isUniqueName) => kind === 'method' && !isUniqueName,
  },
];

type Edge = GraphAnswer['edges'][number];
interface CallerAnswer {
  readonly definition: DefinitionTruth;
  readonly edges: readonly Edge[];
  readonly nodes: ReadonlyMap<string, GraphNode>;
}

export async function compareCallers(
  truth: Truth,
  server: Server,
  symbols: ReadonlyMap<string, ServerSymbol>,
): Promise<{ readonly scores: readonly Score[]; readonly misses: readonly Miss[] }> {
  const counts = countNames(truth);
  const isUniqueName = ({ name }: DefinitionTruth): boolean => counts.get(name) === 1;
  const definitions = truth.definitions.filter((definition) =>
    ['function', 'class', 'method'].includes(definition.kind),
  );
  const answers = await mapConcurrently(definitions, (definition) =>
    fetchCallers(
      server,
      definition,
      isUniqueName(definition) ? undefined : symbols.get(definitionKey(definition))?.id,
    ),
  );
  const callsByPosition = groupBy(truth.calls, formatPosition);
  const callsByTarget = groupCallsByTarget(truth.calls);
  const answersByKey = new Map(answers.map((answer) => [definitionKey(answer.definition), answer]));
  const misses: Miss[] = [];
  const scores = parts.flatMap(({ name, matches }) => {
    const partAnswers = answers.filter(({ definition }) => matches(definition, isUniqueName(definition)));
    const lines = scoreLines(name, partAnswers, {
      callsByPosition,
      callsByTarget,
      answersByKey,
      misses,
    });
    return lines.asked === 0
      ? []
      : [lines, scoreCallers(partAnswers, { callsByTarget, callsByPosition, answersByKey })];
  });
  return { scores, misses };
}

function definitionKey({ path, line, name }: { path: string; line: number; name: string }): string {
  return `${path}:${line} ${name}`;
}

async function fetchCallers(
  server: Server,
  definition: DefinitionTruth,
  id: string | undefined,
): Promise<CallerAnswer> {
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

function groupCallsByTarget(calls: readonly CallTruth[]): ReadonlyMap<string, readonly CallTruth[]> {
  const pairs = calls.flatMap((call) =>
    (call.to ?? []).map((position) => ({ target: definitionKey(position), call })),
  );
  const groups = groupBy(pairs, ({ target }) => target);
  return new Map([...groups].map(([target, group]) => [target, group.map(({ call }) => call)]));
}

/** Scores calls by file and line. Several calls of a definition on one line count once. */
function scoreLines(
  part: string,
  answers: readonly CallerAnswer[],
  truthIndex: {
    readonly callsByPosition: ReadonlyMap<string, readonly CallTruth[]>;
    readonly callsByTarget: ReadonlyMap<string, readonly CallTruth[]>;
    readonly answersByKey: ReadonlyMap<string, CallerAnswer>;
    readonly misses: Miss[];
  },
): Score {
  let [expected, found, told, right, unknown, withCalls] = [0, 0, 0, 0, 0, 0];
  for (const answer of answers) {
    const { definition } = answer;
    const subject = `${definition.name} (${formatPosition(definition)})`;
    const calls = truthIndex.callsByTarget.get(definitionKey(definition)) ?? [];
    const lines = new Map(calls.map((call) => [formatPosition(call), call]));
    const returnedLines = new Map(answer.edges.map((edge) => [formatPosition(edge), edge]));
    if (lines.size > 0 || returnedLines.size > 0) withCalls += 1;
    for (const [position, call] of lines) {
      if (!isFirstTarget(definition, call)) continue;
      expected += 1;
      // Any overload of the definition counts.
      const isFound = (call.to ?? []).some((to) =>
        truthIndex.answersByKey
          .get(definitionKey(to))
          ?.edges.some((edge) => formatPosition(edge) === position),
      );
      if (isFound) found += 1;
      else
        truthIndex.misses.push({
          part,
          kind: 'missed',
          subject,
          path: call.path,
          line: call.line,
          detail: `${call.form}, by ${call.how}`,
        });
    }
    for (const [position, edge] of returnedLines) {
      const lineCalls = truthIndex.callsByPosition.get(position) ?? [];
      const isRight = lines.has(position);
      if (!isRight && mayTarget(definition, lineCalls)) {
        unknown += 1;
        continue;
      }
      told += 1;
      if (isRight) right += 1;
      else
        truthIndex.misses.push({
          part,
          kind: 'wrong',
          subject,
          path: edge.path,
          line: edge.line,
          detail: `${edge.tier}; truth: ${lineCalls.map(describe).join(', ') || 'no call'}`,
        });
    }
  }
  return { part, asked: withCalls, expected, found, told, right, unknown };
}

function describe(call: CallTruth): string {
  const to = call.to?.map((position) => formatPosition(position)).join(' or ') ?? call.how;
  return `${call.name} (${call.form}) is ${to}`;
}

const constructors: ReadonlySet<string> = new Set(['__init__', '__new__', 'constructor']);

/**
 * Returns whether one of the calls on the line may target the definition according to the truth. Constructing a class also calls its constructor,
 * although the call contains only the name of the class.
 */
function mayTarget(definition: DefinitionTruth, calls: readonly CallTruth[]): boolean {
  if (constructors.has(definition.name) && calls.some(({ to }) => to !== null)) return true;
  return calls.some(
    (call) =>
      call.name === definition.name &&
      call.how === 'unknown' &&
      (definition.kind !== 'function' || call.form !== 'attribute'),
  );
}

/** Scores callers by definition: compares the callers in the truth with the nodes at which the edges start. */
function scoreCallers(
  answers: readonly CallerAnswer[],
  truthIndex: {
    readonly callsByTarget: ReadonlyMap<string, readonly CallTruth[]>;
    readonly callsByPosition: ReadonlyMap<string, readonly CallTruth[]>;
    readonly answersByKey: ReadonlyMap<string, CallerAnswer>;
  },
): Score {
  let [expected, found, told, right, unknown] = [0, 0, 0, 0, 0];
  for (const { definition, edges, nodes } of answers) {
    const calls = truthIndex.callsByTarget.get(definitionKey(definition)) ?? [];
    const expectedCalls = calls.filter((call) => isFirstTarget(definition, call));
    for (const callerCalls of groupBy(
      expectedCalls,
      (call) => `${call.path} ${call.caller?.line ?? 0}`,
    ).values()) {
      expected += 1;
      if (callerCalls.some((call) => isReturnedFrom(call, truthIndex.answersByKey))) found += 1;
    }
    for (const callerEdges of groupBy(edges, (edge) => edge.from).values()) {
      const isRight = callerEdges.some((edge) => calls.some((call) => isEdgeOfCall(edge, nodes, call)));
      if (
        !isRight &&
        callerEdges.every((edge) =>
          mayTarget(definition, truthIndex.callsByPosition.get(formatPosition(edge)) ?? []),
        )
      )
        unknown += 1;
      else {
        told += 1;
        if (isRight) right += 1;
      }
    }
  }
  return { part: '  by calling definition', asked: answers.length, expected, found, told, right, unknown };
}

/** A call of an overloaded definition is expected once, at its first possible target. */
function isFirstTarget(definition: DefinitionTruth, { to }: CallTruth): boolean {
  return to?.[0] !== undefined && definitionKey(to[0]) === definitionKey(definition);
}

function isReturnedFrom(call: CallTruth, answersByKey: ReadonlyMap<string, CallerAnswer>): boolean {
  return (call.to ?? []).some((to) => {
    const answer = answersByKey.get(definitionKey(to));
    return answer?.edges.some((edge) => isEdgeOfCall(edge, answer.nodes, call)) === true;
  });
}

/** Returns whether an edge is the call and starts at its caller, or at a variable, field or module inside that caller. */
function isEdgeOfCall(edge: Edge, nodes: ReadonlyMap<string, GraphNode>, call: CallTruth): boolean {
  if (formatPosition(edge) !== formatPosition(call)) return false;
  const node = nodes.get(edge.from);
  if (node === undefined) return false;
  const callers = [...(call.caller === null ? [] : [call.caller]), ...call.also];
  if (callers.some((caller) => caller.line === node.nameLine)) return true;
  if (call.caller === null && node.kind === 'file') return true;
  const isHolder = ['variable', 'constant', 'property', 'module'].includes(node.kind);
  return isHolder && node.startLine >= (call.caller?.line ?? 0);
}
