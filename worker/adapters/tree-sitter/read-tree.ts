/** A parsed tree as the port's `SyntaxTree`: everything the query finds is read at once, nodes when asked for. */

import type { Query } from 'web-tree-sitter';
import type { SyntaxImport, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { collectCaptures } from './captures.ts';
import type { LanguageRules } from './languages/language.ts';
import { readDefinitions } from './read-definitions.ts';
import type { HeldTree } from './runtime.ts';
import { toSyntaxNode } from './syntax-node.ts';

export function readTree(
  text: string,
  { held, query, rules }: { held: HeldTree; query: Query; rules: LanguageRules },
): SyntaxTree {
  const root = held.tree.rootNode;
  const captures = collectCaptures(root, query);
  const definitions = readDefinitions(text, captures, rules);
  const leads = [...captures.comments, ...captures.attributes, ...captures.visibilities];
  const names = new Set(definitions.map((definition) => definition.nameStart));
  return {
    root: toSyntaxNode(root, { held, leadEnds: new Map(leads.map(({ start, end }) => [start, end])) }),
    definitions,
    imports: captures.imports.flatMap((range) => readImport(text, range, rules)),
    types: captures.types
      .filter((start) => !names.has(start))
      .map((start) => ({ name: wordAt(text, start), start }))
      .filter(({ name }) => rules.builtinTypes?.has(name) !== true),
    names: { namespace: undefined, references: [], bindings: [], exports: [], listed: undefined, returns: [] },
    comments: [...captures.comments, ...captures.docstrings].sort((a, b) => a.start - b.start),
    branches: captures.branches,
    hasError: root.hasError,
    dispose: held.release,
  };
}

function readImport(text: string, range: SyntaxRange, rules: LanguageRules): SyntaxImport[] {
  return rules.readImports(text.slice(range.start, range.end)).map((found) => ({
    ...found,
    ...range,
    bindings: [],
    wildcard: false,
    reexported: false,
  }));
}

function wordAt(text: string, start: number): string {
  const word = /\\?[\p{L}\p{N}_$]+(?:(?:::|\\)[\p{L}\p{N}_$]+)*/uy;
  word.lastIndex = start;
  return word.exec(text)?.[0] ?? '';
}
