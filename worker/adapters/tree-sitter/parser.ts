/**
 * Implements the `Parser` port with web-tree-sitter in workerd. It returns a tree with definitions, imports and types; a tree with `hasError` for
 * invalid syntax; and undefined for text that cannot be parsed within the limits.
 */

import type { Tree } from 'web-tree-sitter';
import type { Parser, SyntaxTree } from '../../ports/parser.ts';
import { languages } from './languages.ts';
import type { LanguageRules } from './languages/language.ts';
import { boundInput, countErrors, isParsable, isReadable } from './parse-bounds.ts';
import { readTree } from './read-tree.ts';
import { createTreeHandle, loadedGrammar, loadGrammar, restoreRuntime } from './runtime.ts';
import type { Grammar } from './runtime.ts';

/** The grammars' packages, and a number that increases with every change to the queries and rules in this folder. */
const version = 'web-tree-sitter-0.27.1.vscode-0.3.1.c-0.24.1.cpp-0.23.4.rules-9';

/** Maximum UTF-16 units. A tree takes about twenty bytes per unit, and a Worker has 128 MB for everything. */
const maxLength = 500_000;

export function createTreeSitterParser(): Parser {
  return {
    languages: Object.keys(languages),
    version,
    maxLength,
    async parse(text, language) {
      const rules = Object.hasOwn(languages, language) ? languages[language] : undefined;
      if (rules === undefined || text.length > maxLength || !isParsable(text)) return undefined;
      const firstResult = parseWith(await readyGrammar(rules), text, rules);
      if (firstResult !== trapped) return firstResult;
      // Other languages may have filled the memory. After a trap, only this language is loaded, so the result depends only on the text.
      const secondResult = parseWith(await readyGrammar(rules), text, rules);
      return secondResult === trapped ? undefined : secondResult;
    },
  };
}

async function readyGrammar(rules: LanguageRules): Promise<Grammar> {
  for (;;) {
    const grammar = loadedGrammar(rules);
    if (grammar !== undefined) return grammar;
    await loadGrammar(rules);
  }
}

/** Synchronous, so that nothing else uses the runtime in between. */
function parseWith(
  { parser, query }: Grammar,
  text: string,
  rules: LanguageRules,
): SyntaxTree | undefined | typeof trapped {
  const parsed = runGuarded(() => parseRepaired(parser, text, rules));
  if (parsed === undefined || parsed === trapped) return parsed;
  const { tree, omitsCode } = parsed;
  const handle = createTreeHandle(tree);
  const syntaxTree = runGuarded(() =>
    isReadable(tree.rootNode) ? readTree(text, { handle, query, rules, omitsCode }) : undefined,
  );
  if (syntaxTree === undefined || syntaxTree === trapped) handle.release();
  return syntaxTree;
}

interface RepairedTree {
  readonly tree: Tree;
  /** The tree lacks code of the text. */
  readonly omitsCode: boolean;
}

/** Parses the text, and repaired versions of it while there are errors. Returns the tree with the fewest errors; among equals, the first. */
function parseRepaired(
  parser: Grammar['parser'],
  text: string,
  rules: LanguageRules,
): RepairedTree | undefined {
  const tree = parseText(parser, text);
  if (tree === undefined) return undefined;
  let best = { tree, omitsCode: false };
  let fewestErrors = countErrors(tree.rootNode);
  for (const repaired of fewestErrors === 0 ? [] : (rules.repair?.(text) ?? [])) {
    const repairedTree = fewestErrors === 0 ? undefined : parseText(parser, repaired.text);
    if (repairedTree === undefined) continue;
    const errors = countErrors(repairedTree.rootNode);
    const isBetter = errors < fewestErrors;
    (isBetter ? best.tree : repairedTree).delete();
    if (!isBetter) continue;
    best = { tree: repairedTree, omitsCode: repaired.omitsCode };
    fewestErrors = errors;
  }
  return best;
}

function parseText(parser: Grammar['parser'], text: string): Tree | undefined {
  const input = boundInput(text);
  const tree = parser.parse(input.read, null, { progressCallback: input.isExhausted });
  input.release();
  if (tree === null) parser.reset();
  return tree ?? undefined;
}

/** The result when the memory or the stack of the runtime was exhausted. */
const trapped = Symbol('trapped');

/** Restores the runtime after a trap, which leaves it in an unknown state. */
function runGuarded<Result>(action: () => Result): Result | typeof trapped {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError)) throw thrown;
    restoreRuntime();
    return trapped;
  }
}
