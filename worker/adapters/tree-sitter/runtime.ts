/**
 * The one tree-sitter runtime of an isolate. The library keeps it in a global and never starts a second, so a trap in it
 * (its stack or memory is exhausted) would spoil every later parse. Therefore its memory is put back to where it was at
 * the start when a trap has left it in an unknown state; languages are then loaded anew, as at first use.
 */

import { Language, Parser, Query } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { LanguageRules } from './languages/language.ts';
import { startLibrary } from './start-library.ts';
import type { Library } from './start-library.ts';

/** A language ready to parse, and its query. */
export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

let starting: Promise<Library> | undefined;
let library: Library | undefined;
const grammars = new Map<LanguageRules, Grammar>();

/** More than any language needs for its tables, its parser and its query: C# takes 9 MB, the others less. */
const languageBytes = 10 * 1024 * 1024;

/** Raised by every restore; a tree made before is void. */
let epoch = 0;

/** The language as it is loaded, undefined when it is not. Not to be kept across an `await`: see `restoreRuntime`. */
export function loadedGrammar(rules: LanguageRules): Grammar | undefined {
  return grammars.get(rules);
}

/** Loads what is missing of the runtime and the language. */
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

/** Puts the runtime back to its start. Trees and grammars in use become void. */
export function restoreRuntime(): void {
  for (const { parser, query } of grammars.values()) {
    forget(parser);
    forget(query);
  }
  grammars.clear();
  library?.restore();
  epoch += 1;
}

/**
 * Tells the garbage collector not to free an object of the library whose address is void or belongs to another by now.
 * An address of zero is the library's own mark for what is freed: `delete` then only takes back the finalizer.
 */
function forget(handle: Parser | Query | Tree): void {
  Reflect.set(handle, 0, 0);
  Reflect.set(handle, 1, 0);
  handle.delete();
}

/** A tree, as long as the runtime it was made in has not been put back. */
export interface HeldTree {
  readonly tree: Tree;
  isVoid(): boolean;
  /** Frees the tree; only forgets it when it is void, since its address then belongs to nobody or another. */
  release(): void;
}

export function holdTree(tree: Tree): HeldTree {
  const made = epoch;
  return {
    tree,
    isVoid: () => epoch !== made,
    release() {
      if (epoch === made) tree.delete();
      else forget(tree);
    },
  };
}
