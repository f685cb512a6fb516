/**
 * Converts captures to definitions with their whole range, documentation, enclosing names and whether they are exported. The result is in the order
 * of the text, with enclosing definitions first.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxDefinition, SyntaxRange } from '../../ports/parser.ts';
import type { CapturedDefinition, Captures } from './captures.ts';
import type { LanguageRules } from './languages/language.ts';
import { createNesting } from './nesting.ts';
import type { Nesting, Surroundings } from './nesting.ts';
import { nameSegments, placeDefinitions, splitSegments } from './place-definitions.ts';
import type { PlacedDefinition } from './place-definitions.ts';
import { readExports } from './read-exports.ts';

interface Reading {
  readonly text: string;
  readonly captures: Captures;
  readonly rules: LanguageRules;
  readonly exportedNames: ReadonlySet<string>;
  /** Last segments of the module names in this file. */
  readonly modules: ReadonlySet<string>;
  /** For languages in which assignment defines: variables defined so far, each with its enclosing definition. */
  readonly assignedNames: Set<string>;
}

export function readDefinitions(text: string, captures: Captures, rules: LanguageRules): SyntaxDefinition[] {
  const readText = ({ start, end }: SyntaxRange) => text.slice(start, end);
  const modules = captures.definitions.filter((definition) => definition.kind === 'module');
  const reading: Reading = {
    text,
    captures,
    rules,
    exportedNames: new Set([
      ...captures.exportedNames.map(readText),
      ...readExports(text, captures.names.exports).map(({ local }) => local),
    ]),
    modules: new Set(modules.map((module) => readText(module.name))),
    assignedNames: new Set(),
  };
  const definitions: SyntaxDefinition[] = [];
  const nesting = createNesting();
  for (const enter of createSteps(reading)) {
    const definition = enter(nesting);
    if (definition !== undefined) definitions.push(definition);
  }
  return markComponents(definitions, captures.renders);
}

/** Returns one step per scope, label and definition, in the order of the text. */
function createSteps(reading: Reading): ((nesting: Nesting) => SyntaxDefinition | undefined)[] {
  const { text, captures, rules } = reading;
  const steps = [
    ...placeDefinitions(text, captures, rules).map((definition) => ({
      range: definition,
      step: (nesting: Nesting) => enterDefinition(definition, nesting, reading),
    })),
    ...captures.scopes.map((scope) => ({
      range: scope,
      step: (nesting: Nesting) => {
        const name = scope.name && splitSegments(scope.name, text, rules).join('.');
        nesting.enter({
          ...scope,
          kind: undefined,
          exported: true,
          scopeName: name,
          scopeHead: text.slice(scope.start, scope.bodyStart),
        });
        return undefined;
      },
    })),
    ...captures.visibilities.map((label) => ({
      range: label,
      step: (nesting: Nesting) => {
        nesting.addLabel(label.start, text.slice(label.start, label.end));
        return undefined;
      },
    })),
  ];
  return steps
    .sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end)
    .map(({ step }) => step);
}

function enterDefinition(
  placed: PlacedDefinition,
  nesting: Nesting,
  reading: Reading,
): SyntaxDefinition | undefined {
  const { captured, ...ranges } = placed;
  const { text, captures, rules } = reading;
  const surroundings = nesting.surroundingsAt(placed.nameStart);
  if (isLocal(captured, surroundings.enclosing?.kind)) return undefined;
  const segments = nameSegments(captured.name, text, rules);
  const ownContainers =
    captured.container === undefined ? [] : splitSegments(captured.container, text, rules);
  const containers = [surroundings.scopeName, ...ownContainers, ...segments.slice(0, -1)].filter(
    (part) => part !== undefined,
  );
  const name = segments.at(-1) ?? '';
  if (isAssignedAgain(captured, { name, surroundings, reading })) return undefined;
  const isMember = containers.length > 0 && !reading.modules.has(containers.at(-1) ?? '');
  const isMethodOfValue = rules.methodsOfValues === true && captured.kind === 'method';
  const kind = isMethodOfValue
    ? 'method'
    : resolveKind(captured.kind, name, { isMember, enclosing: surroundings.enclosing?.kind });
  const isMarked = captures.exports.has(captured.name.start) || reading.exportedNames.has(name);
  const exported = rules.isExported({
    ...surroundings,
    name,
    kind,
    isMarked: isMarked,
    head: text.slice(captured.start, captured.name.start),
  });
  nesting.enter({ ...ranges, kind, exported, scopeName: undefined, scopeHead: undefined });
  return {
    ...ranges,
    kind,
    name,
    container: containers.length === 0 ? undefined : containers.join('.'),
    exported,
    complexity: 1 + countBetween(captures.branches, placed),
  };
}

/** Whether `x = 1` follows another `x = …` in the same module or class. */
function isAssignedAgain(
  { kind }: CapturedDefinition,
  { name, surroundings, reading }: { name: string; surroundings: Surroundings; reading: Reading },
): boolean {
  if (reading.rules.definedByAssignment !== true) return false;
  if (kind !== 'variable' && kind !== 'property' && kind !== 'constant') return false;
  const key = `${surroundings.enclosing?.start ?? ''} ${name}`;
  if (reading.assignedNames.has(key)) return true;
  reading.assignedNames.add(key);
  return false;
}

/** Whether a definition is a variable or declaration local to a function, where nobody searches for it. A function with a body is never local. */
function isLocal({ kind, bodyStart }: CapturedDefinition, enclosing: SymbolKind | undefined): boolean {
  const isInFunction = enclosing === 'function' || enclosing === 'method';
  const isBare =
    kind === 'variable' ||
    kind === 'constant' ||
    kind === 'property' ||
    (kind === 'function' && bodyStart === undefined);
  return isInFunction && isBare;
}

const typeKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
]);

function resolveKind(
  kind: SymbolKind,
  name: string,
  { isMember, enclosing }: { isMember: boolean; enclosing: SymbolKind | undefined },
): SymbolKind {
  const isInType = isMember || (enclosing !== undefined && typeKinds.has(enclosing));
  if (kind === 'function' && isInType) return 'method';
  if (kind === 'method' && !isInType && enclosing !== 'module') return 'function';
  if (kind === 'variable' && isInType) return 'property';
  if (kind === 'variable' && /^\p{Lu}[\p{Lu}\p{N}_]*$/u.test(name)) return 'constant';
  return kind;
}

/** Marks components: capitalized functions that return markup themselves, not through a nested function. */
function markComponents(definitions: SyntaxDefinition[], renders: readonly number[]): SyntaxDefinition[] {
  const components = new Set<SyntaxDefinition>();
  for (const position of renders) {
    const innermost = findInnermost(definitions, position);
    if (innermost?.kind === 'function' && /^\p{Lu}/u.test(innermost.name)) components.add(innermost);
  }
  return definitions.map((definition) =>
    components.has(definition) ? { ...definition, kind: 'component' } : definition,
  );
}

function findInnermost(
  definitions: readonly SyntaxDefinition[],
  position: number,
): SyntaxDefinition | undefined {
  let index =
    lowerBound(definitions.length, (middle) => (definitions[middle]?.start ?? Infinity) <= position) - 1;
  while (index >= 0 && (definitions[index]?.end ?? Infinity) <= position) index -= 1;
  return definitions[index];
}

function countBetween(positions: readonly number[], { start, end }: SyntaxRange): number {
  const countBefore = (limit: number) =>
    lowerBound(positions.length, (index) => (positions[index] ?? Infinity) < limit);
  return countBefore(end) - countBefore(start);
}
