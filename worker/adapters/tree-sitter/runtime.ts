/**
 * The one tree-sitter runtime of an isolate. The library keeps it in a global, so that a second `init` would turn every
 * object of the first into a dangling pointer: this module alone starts it and ends it. Its memory only ever grows;
 * when it is large and no tree is alive, the runtime is dropped and the next use starts a small one.
 */

import { Language, Parser, Query } from 'web-tree-sitter';
import type { LanguageRules } from './languages/language.ts';

/** A language ready to parse, and its query. Valid until the runtime it belongs to is dropped. */
export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

/** Memory above which an idle runtime is dropped; a Worker has 128 MB for everything. */
const maxIdleBytes = 64 * 1024 * 1024;

let started: Promise<WebAssembly.Memory | undefined> | undefined;
let memory: WebAssembly.Memory | undefined;
let grammars = new Map<LanguageRules, Grammar>();
let liveTrees = 0;

/** Loads what is missing of the runtime and the language. */
export async function loadGrammar(rules: LanguageRules): Promise<Grammar> {
  const [core, grammar] = await Promise.all([
    import('web-tree-sitter/web-tree-sitter.wasm'),
    rules.grammar(),
  ]);
  started ??= start(core.default);
  memory = await started;
  const known = grammars.get(rules);
  if (known !== undefined) return known;
  const language = Language.loadSync(grammar.default);
  const fresh = { parser: new Parser().setLanguage(language), query: new Query(language, rules.query) };
  grammars.set(rules, fresh);
  return fresh;
}

/** Every tree made is told of, and every tree deleted, so that the runtime is never dropped under one. */
export function holdRuntime(): void {
  liveTrees += 1;
}

export function releaseRuntime(): void {
  liveTrees -= 1;
  if (liveTrees === 0 && (memory?.buffer.byteLength ?? 0) > maxIdleBytes) dropRuntime();
}

/** Forgets the runtime, after a trap in it or when its memory is large. The next use starts another. */
export function dropRuntime(): void {
  const old = grammars;
  grammars = new Map();
  started = undefined;
  memory = undefined;
  liveTrees = 0;
  for (const { parser, query } of old.values()) {
    try {
      query.delete();
      parser.delete();
    } catch {
      // A runtime that has trapped cannot free anything; its memory goes as a whole.
    }
  }
}

/**
 * Starts the library from a compiled module. Under `nodejs_compat` it takes itself for Node and looks for files,
 * unless the process says it is a renderer while the synchronous part runs.
 * @returns the runtime's memory
 */
async function start(core: WebAssembly.Module): Promise<WebAssembly.Memory | undefined> {
  let found: WebAssembly.Memory | undefined;
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    received: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    const instance = new WebAssembly.Instance(core, imports);
    const own = imports['env']?.['memory'];
    if (own instanceof WebAssembly.Memory) found = own;
    received(instance, core);
    return instance.exports;
  };
  await asRenderer(() => Parser.init({ instantiateWasm }));
  return found;
}

async function asRenderer(init: () => Promise<void>): Promise<void> {
  const host: unknown = Reflect.get(globalThis, 'process');
  if (typeof host !== 'object' || host === null) return init();
  const before = Object.getOwnPropertyDescriptor(host, 'type');
  Reflect.set(host, 'type', 'renderer');
  try {
    return init();
  } finally {
    if (before === undefined) Reflect.deleteProperty(host, 'type');
    else Object.defineProperty(host, 'type', before);
  }
}
