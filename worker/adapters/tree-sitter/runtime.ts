/**
 * The one tree-sitter runtime of an isolate. The library keeps it in a global and never starts a second, so a trap in it
 * (its stack or memory is exhausted) would spoil every later parse. Therefore its memory is copied whenever a language
 * has been loaded, and put back when a trap has left it in an unknown state.
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
const grammars = new Map<LanguageRules, Grammar>();

/** Raised by every restore; a tree made before is void. */
let epoch = 0;
let restore = (): void => undefined;

/** Loads what is missing of the runtime and the language. */
export async function loadGrammar(rules: LanguageRules): Promise<Grammar> {
  const [core, grammar] = await Promise.all([
    import('web-tree-sitter/web-tree-sitter.wasm'),
    rules.grammar(),
  ]);
  starting ??= startLibrary(core.default);
  const library = await starting;
  const known = grammars.get(rules);
  if (known !== undefined) return known;
  const language = Language.loadSync(grammar.default);
  const fresh = { parser: new Parser().setLanguage(language), query: new Query(language, rules.query) };
  grammars.set(rules, fresh);
  restore = library.remember();
  return fresh;
}

/** Puts the runtime back to where it was before the first parse since a language was loaded. Live trees become void. */
export function restoreRuntime(): void {
  restore();
  epoch += 1;
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
      // The library's own mark for what is freed: `delete` then frees nothing, but tells the garbage collector.
      if (epoch !== made) Reflect.set(tree, 0, 0);
      tree.delete();
    },
  };
}
