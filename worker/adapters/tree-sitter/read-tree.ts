/** A parsed tree as the port's `SyntaxTree`: everything the query finds is read at once, nodes when asked for. */

import type { Node, Query } from 'web-tree-sitter';
import type { SyntaxImport, SyntaxNode, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { collectCaptures } from './captures.ts';
import type { LanguageRules } from './languages/language.ts';
import { readDefinitions } from './read-definitions.ts';
import { readNames } from './read-names.ts';
import type { HeldTree } from './runtime.ts';
import { withoutTokensIn } from './token-call.ts';
import { AppError } from '../../core/errors.ts';

export function readTree(
  text: string,
  { held, query, rules }: { held: HeldTree; query: Query; rules: LanguageRules },
): SyntaxTree {
  const root = held.tree.rootNode;
  const collected = collectCaptures(root, query);
  const references = withoutTokensIn(collected.names.references, collected.attributes);
  const imports = outermost(collected.imports.flatMap((range) => readImport(text, range, rules)));
  const captures = { ...collected, imports };
  const definitions = readDefinitions(text, captures, rules);
  const leads = [...captures.comments, ...captures.attributes, ...captures.visibilities];
  const names = new Map(definitions.map(({ nameStart, kind }) => [nameStart, kind]));
  return {
    root: toSyntaxNode(root, { held, leadEnds: new Map(leads.map(({ start, end }) => [start, end])) }),
    definitions,
    imports,
    types: captures.types
      .filter((start) => !names.has(start))
      .map((start) => ({ name: wordAt(text, start), start }))
      .filter(({ name }) => rules.builtinTypes?.has(name) !== true),
    names: readNames(text, { ...collected.names, references }, { rules, defined: names }),
    comments: [...captures.comments, ...captures.docstrings].sort((a, b) => a.start - b.start),
    branches: captures.branches,
    hasError: root.hasError,
    isLost: held.isVoid,
    dispose: held.release,
  };
}

function readImport(text: string, range: SyntaxRange, rules: LanguageRules): SyntaxImport[] {
  return rules.readImports(text.slice(range.start, range.end)).map((found) => ({
    ...range,
    module: found.module,
    names: found.names,
    bindings: (found.bindings ?? []).map(({ imported, local, at = 0 }) => ({
      imported,
      local,
      start: range.start + at,
    })),
    wildcard: found.wildcard ?? false,
    reexported: found.reexported ?? false,
  }));
}

/** In order; the call in `const a = require('a')` is no import of its own. */
function outermost(imports: readonly SyntaxImport[]): SyntaxImport[] {
  let around: SyntaxRange = { start: -1, end: -1 };
  return imports
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start >= around.end) around = { start, end };
      // Several modules may come of one statement.
      return start === around.start && end === around.end;
    });
}

function wordAt(text: string, start: number): string {
  const word = /\\?[\p{L}\p{N}_$]+(?:(?:::|\\)[\p{L}\p{N}_$]+)*/uy;
  word.lastIndex = start;
  return word.exec(text)?.[0] ?? '';
}

interface NodeSource {
  readonly held: HeldTree;
  /** Ends of what leads to something else (comments, attributes) by their starts. */
  readonly leadEnds: ReadonlyMap<number, number>;
}

/** @throws AppError `internal` from `kind` and `children` when another parse has trapped since. */
export function toSyntaxNode(node: Node, source: NodeSource): SyntaxNode {
  const { startIndex: start, endIndex: end } = node;
  const valid = (): Node => {
    if (source.held.isVoid())
      throw new AppError('internal', 'The syntax tree was lost when another parse failed.');
    return node;
  };
  return {
    start,
    end,
    get kind() {
      return valid().type;
    },
    leads: source.leadEnds.get(start) === end,
    children: () => valid().children.map((child) => toSyntaxNode(child, source)),
  };
}
