/**
 * Manages the tree-sitter runtime of an isolate. The library stores it in a global and never starts a second one, so a trap (exhausted stack or
 * memory) would break every later parse. After a trap, the memory is therefore restored to its initial state, and languages are reloaded on use.
 */

import { Language, Parser, Query } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { LanguageRules } from './languages/language.ts';
import { startLibrary } from './start-library.ts';
import type { Library } from './start-library.ts';

/** A language that is ready to parse, with its query. */
export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

let startedLibrary: Promise<Library> | undefined;
let library: Library | undefined;
const grammars = new Map<LanguageRules, Grammar>();

/** Enough for the tables, parser and query of any language: C# takes 9 MB, the others less. */
const languageBytes = 10 * 1024 * 1024;

/** Increases with every restore. Trees of an earlier epoch are invalid. */
let epoch = 0;

/** Returns the loaded grammar; undefined if it is not loaded. Do not use it after an `await`: see `restoreRuntime`. */
export function loadedGrammar(rules: LanguageRules): Grammar | undefined {
  return grammars.get(rules);
}

/** Loads the runtime and the language if they are not loaded. */
export async function loadGrammar(rules: LanguageRules): Promise<void> {
  const [core, grammar] = await Promise.all([
    import('web-tree-sitter/web-tree-sitter.wasm'),
    rules.grammar(),
  ]);
  startedLibrary ??= startLibrary(core.default);
  library = await startedLibrary;
  if (grammars.has(rules)) return;
  if (!library.hasRoom(languageBytes)) restoreRuntime();
  const language = Language.loadSync(grammar.default);
  const parser = new Parser().setLanguage(language);
  grammars.set(rules, { parser, query: new Query(language, rules.query) });
}

/** Restores the initial state of the runtime. Existing trees and grammars become invalid. */
export function restoreRuntime(): void {
  for (const { parser, query } of grammars.values()) {
    unregister(parser);
    unregister(query);
  }
  grammars.clear();
  library?.restore();
  epoch += 1;
}

/**
 * Prevents the finalizer from freeing an object whose address is invalid or belongs to another object by now. The library marks freed objects
 * with the address zero; `delete` then only unregisters the finalizer.
 */
function unregister(handle: Parser | Query | Tree): void {
  Reflect.set(handle, 0, 0);
  Reflect.set(handle, 1, 0);
  handle.delete();
}

/** A tree that is valid until the runtime is restored. */
export interface TreeHandle {
  readonly tree: Tree;
  isLost(): boolean;
  /** Frees the tree. An invalid tree is only unregistered, because its address may belong to another object. */
  release(): void;
}

export function createTreeHandle(tree: Tree): TreeHandle {
  const createdEpoch = epoch;
  return {
    tree,
    isLost: () => epoch !== createdEpoch,
    release() {
      if (epoch === createdEpoch) tree.delete();
      else unregister(tree);
    },
  };
}
