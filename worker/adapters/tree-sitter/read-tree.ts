/** Converts a parsed tree to the port's `SyntaxTree`. Reads the results of the query at once, and nodes on demand. */

import type { Node, Query } from 'web-tree-sitter';
import type { SyntaxImport, SyntaxNode, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { collectCaptures } from './captures.ts';
import type { LanguageRules } from './languages/language.ts';
import { losesCode } from './parse-bounds.ts';
import { readDefinitions } from './read-definitions.ts';
import { readNames } from './read-names.ts';
import type { TreeHandle } from './runtime.ts';
import { omitTokensIn } from './token-call.ts';
import { AppError } from '../../core/errors.ts';

interface TreeReading {
  readonly handle: TreeHandle;
  readonly query: Query;
  readonly rules: LanguageRules;
  /** The tree lacks code of the text. */
  readonly omitsCode: boolean;
}

export function readTree(text: string, { handle, query, rules, omitsCode }: TreeReading): SyntaxTree {
  const root = handle.tree.rootNode;
  const collected = collectCaptures(root, query);
  const references = omitTokensIn(collected.names.references, collected.attributes);
  const imports = selectOutermost(collected.imports.flatMap((range) => readImport(text, range, rules)));
  const captures = { ...collected, imports };
  const definitions = readDefinitions(text, captures, rules);
  const leading = [...captures.comments, ...captures.attributes, ...captures.visibilities];
  const names = new Map(definitions.map(({ nameStart, kind }) => [nameStart, kind]));
  return {
    root: toSyntaxNode(root, { handle, leadingEnds: new Map(leading.map(({ start, end }) => [start, end])) }),
    definitions,
    imports,
    types: captures.types
      .filter((start) => !names.has(start))
      .map((start) => ({ name: readWord(text, start), start }))
      .filter(({ name }) => rules.builtinTypes?.has(name) !== true),
    names: readNames(text, { ...collected.names, references }, { rules, definedKinds: names }),
    comments: [...captures.comments, ...captures.docstrings].sort((a, b) => a.start - b.start),
    branches: captures.branches,
    hasError: omitsCode || losesCode(root),
    isLost: handle.isLost,
    dispose: handle.release,
  };
}

function readImport(text: string, range: SyntaxRange, rules: LanguageRules): SyntaxImport[] {
  return rules.readImports(text.slice(range.start, range.end)).map((parsed) => ({
    ...range,
    module: parsed.module,
    names: parsed.names,
    bindings: (parsed.bindings ?? []).map(({ imported, local, offset = 0 }) => ({
      imported,
      local,
      start: range.start + offset,
    })),
    wildcard: parsed.wildcard ?? false,
    reexported: parsed.reexported ?? false,
  }));
}

/** Sorts imports and omits nested ones: the call in `const a = require('a')` is not a separate import. */
function selectOutermost(imports: readonly SyntaxImport[]): SyntaxImport[] {
  let outermostRange: SyntaxRange = { start: -1, end: -1 };
  return imports
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start >= outermostRange.end) outermostRange = { start, end };
      // One statement may import several modules.
      return start === outermostRange.start && end === outermostRange.end;
    });
}

function readWord(text: string, start: number): string {
  const word = /\\?[\p{L}\p{N}_$]+(?:(?:::|\\)[\p{L}\p{N}_$]+)*/uy;
  word.lastIndex = start;
  return word.exec(text)?.[0] ?? '';
}

interface NodeSource {
  readonly handle: TreeHandle;
  /** Ends of the ranges that precede other code (comments, attributes, visibility labels), by their starts. */
  readonly leadingEnds: ReadonlyMap<number, number>;
}

/** @throws AppError `internal` from `kind` and `children` when another parse has trapped since. */
function toSyntaxNode(node: Node, source: NodeSource): SyntaxNode {
  const { startIndex: start, endIndex: end } = node;
  const requireValid = (): Node => {
    if (source.handle.isLost())
      throw new AppError(
        'internal',
        'The syntax tree was lost because another parse exhausted the parser. Retry.',
      );
    return node;
  };
  return {
    start,
    end,
    get kind() {
      return requireValid().type;
    },
    isLeading: source.leadingEnds.get(start) === end,
    children: () => requireValid().children.map((child) => toSyntaxNode(child, source)),
  };
}
