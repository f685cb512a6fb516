/**
 * The `Parser` port on web-tree-sitter in workerd. Text goes in, a tree with its definitions, imports and types comes
 * out; broken syntax gives a tree with `hasError`, and what cannot be parsed in bounds gives undefined. The bounds
 * count steps, not seconds, so that the same text always gives the same result.
 */

import type { Tree } from 'web-tree-sitter';
import type { Parser, SyntaxTree } from '../../ports/parser.ts';
import { languages } from './languages.ts';
import type { LanguageRules } from './languages/language.ts';
import { readTree } from './read-tree.ts';
import { dropRuntime, holdRuntime, loadGrammar, releaseRuntime } from './runtime.ts';
import type { Grammar } from './runtime.ts';

/** Packages the grammars come from, and a count of changes to the queries and rules beside this file. */
const version = 'web-tree-sitter-0.27.1.vscode-0.3.1.c-0.24.1.cpp-0.23.4.rules-1';

/** UTF-16 units. A tree takes about fifteen bytes for each; a Worker has 128 MB for everything. */
const maxLength = 1_000_000;

/** Progress calls allowed: real sources make one in 150 units of text, ambiguous ones some times more. */
const stepsAllowed = (length: number) => 2_000 + length / 5;

export function createTreeSitterParser(): Parser {
  return {
    languages: Object.keys(languages),
    version,
    maxLength,
    async parse(text, language) {
      const rules = languages[language];
      if (rules === undefined || text.length > maxLength) return undefined;
      return parseWith(await loadGrammar(rules), text, rules);
    },
  };
}

/** Synchronous from here on, so that no other use of the runtime comes between. */
function parseWith(grammar: Grammar, text: string, rules: LanguageRules): SyntaxTree | undefined {
  try {
    const tree = parseInSteps(grammar, text);
    if (tree === null) return undefined;
    holdRuntime();
    return readTree(text, { tree, query: grammar.query, rules, dispose: () => disposeTree(tree) });
  } catch {
    // A trap in the runtime (its memory or stack is exhausted) leaves nothing in it that can be relied on.
    dropRuntime();
    return undefined;
  }
}

function parseInSteps({ parser }: Grammar, text: string): Tree | null {
  let stepsLeft = stepsAllowed(text.length);
  const tree = parser.parse(text, null, { progressCallback: () => stepsLeft-- <= 0 });
  if (tree === null) parser.reset();
  return tree;
}

function disposeTree(tree: Tree): void {
  tree.delete();
  releaseRuntime();
}
