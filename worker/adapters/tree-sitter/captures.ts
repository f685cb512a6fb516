/**
 * Runs a language's query on a tree and groups the captures by meaning. Offsets are UTF-16 units, end exclusive; `types` and `branches` are in
 * the order of the text.
 */

import type { Node, Query, QueryCapture } from 'web-tree-sitter';
import { isSymbolKind } from '../../core/code/symbol.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import { emptyNames, toRange, addNames } from './captured-names.ts';
import type { CapturedNames } from './captured-names.ts';
import { maxQueryDepth, maxQueryMatches } from './parse-bounds.ts';

/** A definition before its enclosing definitions are known. */
export interface CapturedDefinition extends SyntaxRange {
  readonly kind: SymbolKind;
  readonly name: SyntaxRange;
  readonly bodyStart: number | undefined;
  readonly container: SyntaxRange | undefined;
}

interface CapturedScope extends SyntaxRange {
  readonly name: SyntaxRange | undefined;
  readonly bodyStart: number;
}

export interface Captures {
  readonly definitions: CapturedDefinition[];
  readonly scopes: CapturedScope[];
  /** The widest node that contains a definition, by the start of the definition's name. */
  readonly outerRanges: Map<number, SyntaxRange>;
  /** Starts of the names in `@export` nodes. */
  readonly exports: Set<number>;
  readonly exportedNames: SyntaxRange[];
  readonly comments: SyntaxRange[];
  readonly attributes: SyntaxRange[];
  readonly docstrings: SyntaxRange[];
  readonly visibilities: SyntaxRange[];
  readonly imports: SyntaxRange[];
  readonly types: number[];
  readonly branches: number[];
  readonly renders: number[];
  readonly names: CapturedNames;
}

/** Minimum lines of an `@entry`, so that a table of short values is one definition. */
const minEntryLines = 3;

/** The captures of a match that are only meaningful together, by name; `definition` is the capture whose name is a kind. */
interface Group {
  readonly nodes: Map<string, Node>;
  definition: { readonly kind: SymbolKind; readonly node: Node } | undefined;
}

export function collectCaptures(root: Node, query: Query): Captures {
  const captures = emptyCaptures();
  const definitions = new Map<number, CapturedDefinition & { readonly pattern: number }>();
  for (const match of query.matches(root, { matchLimit: maxQueryMatches, maxStartDepth: maxQueryDepth })) {
    const group: Group = { nodes: new Map(), definition: undefined };
    for (const capture of match.captures) addCapture(capture, group, captures);
    addGroup(group, captures);
    addNames(match, captures.names);
    const definition = toDefinition(group);
    if (definition === undefined) continue;
    const existing = definitions.get(definition.name.start);
    if (existing === undefined || takesPrecedence(match.patternIndex, definition, existing)) {
      definitions.set(definition.name.start, { ...definition, pattern: match.patternIndex });
    }
  }
  captures.definitions.push(...definitions.values());
  return {
    ...captures,
    // Two patterns may capture one type, so duplicates are removed. Two branch points may start at one position.
    types: sortAscending([...new Set(captures.types)]),
    branches: sortAscending(captures.branches),
  };
}

function sortAscending(positions: readonly number[]): number[] {
  return positions.toSorted((a, b) => a - b);
}

/** Whether a match replaces an existing one: the first pattern of the query takes precedence, then a match with a body. */
function takesPrecedence(
  pattern: number,
  candidate: CapturedDefinition,
  existing: CapturedDefinition & { pattern: number },
): boolean {
  if (pattern !== existing.pattern) return pattern < existing.pattern;
  return existing.bodyStart === undefined && candidate.bodyStart !== undefined;
}

function addCapture({ name, node }: QueryCapture, group: Group, captures: Captures): void {
  switch (name) {
    case 'branch':
      captures.branches.push(node.startIndex);
      break;
    case 'type_reference':
      captures.types.push(node.startIndex);
      break;
    case 'renders':
      captures.renders.push(node.startIndex);
      break;
    case 'comment':
      captures.comments.push(toRange(node));
      break;
    case 'attribute':
      captures.attributes.push(toRange(node));
      break;
    case 'docstring':
      captures.docstrings.push(toRange(node));
      break;
    case 'visibility':
      captures.visibilities.push(toRange(node));
      break;
    case 'import':
      captures.imports.push(toRange(node));
      break;
    case 'exported':
      captures.exportedNames.push(toRange(node));
      break;
    default:
      if (isSymbolKind(name)) group.definition = { kind: name, node };
      else group.nodes.set(name, node);
  }
}

function addGroup({ nodes }: Group, captures: Captures): void {
  const name = nodes.get('name');
  const scope = nodes.get('scope');
  const body = nodes.get('body');
  if (scope !== undefined && body !== undefined) {
    captures.scopes.push({ ...toRange(scope), name: name && toRange(name), bodyStart: body.startIndex });
  }
  const outer = nodes.get('export') ?? nodes.get('outer');
  if (outer === undefined || name === undefined) return;
  if (nodes.has('export')) captures.exports.add(name.startIndex);
  const existing = captures.outerRanges.get(name.startIndex);
  if (existing === undefined || outer.startIndex < existing.start || outer.endIndex > existing.end) {
    captures.outerRanges.set(name.startIndex, toRange(outer));
  }
}

function countLines({ startPosition, endPosition }: Node): number {
  return endPosition.row - startPosition.row + 1;
}

function toDefinition({ definition, nodes }: Group): CapturedDefinition | undefined {
  const name = nodes.get('name');
  if (definition === undefined || name === undefined) return undefined;
  if (nodes.has('entry') && countLines(definition.node) < minEntryLines) return undefined;
  const container = nodes.get('container');
  return {
    ...toRange(definition.node),
    kind: definition.kind,
    name: toRange(name),
    bodyStart: nodes.get('body')?.startIndex,
    container: container && toRange(container),
  };
}

function emptyCaptures(): Captures {
  return {
    definitions: [],
    scopes: [],
    outerRanges: new Map(),
    exports: new Set(),
    exportedNames: [],
    comments: [],
    attributes: [],
    docstrings: [],
    visibilities: [],
    imports: [],
    types: [],
    branches: [],
    renders: [],
    names: emptyNames(),
  };
}
