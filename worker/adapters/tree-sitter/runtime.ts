/**
 * The tree-sitter runtime of an isolate. The library keeps it in a global and never starts a second one, so that a trap (exhausted stack or memory)
 * would break every later parse. After a trap, its memory is therefore restored to its initial state, and languages are loaded again on use.
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

let starting: Promise<Library> | undefined;
let library: Library | undefined;
const grammars = new Map<LanguageRules, Grammar>();

/** More than any language needs for its tables, parser and query: C# takes 9 MB, the others less. */
const languageBytes = 10 * 1024 * 1024;

/** Increased by every restore. Trees created before are invalid. */
let epoch = 0;

/** The loaded language; undefined if it is not loaded. Do not keep it across an `await`: see `restoreRuntime`. */
export function loadedGrammar(rules: LanguageRules): Grammar | undefined {
  return grammars.get(rules);
}

/** Loads the runtime and the language if they are not loaded. */
export async function loadGrammar(rules: LanguageRules): Promise<void> {
  const [core, grammar] = await Promise.all([
    import('web-tree-sitter/web-tree-sitter.wasm'),
    rules.grammar(),
  ]);
  starting ??= startLibrary(core.default);
  library = await starting;
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
 * Keeps the garbage collector from freeing an object whose address is invalid or belongs to another object by now. The library marks freed objects
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
  isVoid(): boolean;
  /** Frees the tree. An invalid tree is only unregistered, because its address may belong to another object. */
  release(): void;
}

export function createTreeHandle(tree: Tree): TreeHandle {
  const made = epoch;
  return {
    tree,
    isVoid: () => epoch !== made,
    release() {
      if (epoch === made) tree.delete();
      else unregister(tree);
    },
  };
}
