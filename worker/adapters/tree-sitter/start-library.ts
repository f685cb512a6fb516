/**
 * Starts web-tree-sitter in workerd from a compiled module, with a larger stack and a way to put its memory back. Its own
 * stack is 64 KB without a guard: what overflows it writes over other data unnoticed.
 */

import { Parser } from 'web-tree-sitter';

export interface Library {
  /** Puts the memory back as it was at the start: every language, parser, query and tree is gone from it. */
  restore(): void;
}

/** Far more than the machine's own stack lets the library use, so that an overflow is an error and not a corruption. */
const stackBytes = 8 * 1024 * 1024;

export async function startLibrary(core: WebAssembly.Module): Promise<Library> {
  let imports: WebAssembly.Imports = {};
  let instance: WebAssembly.Instance | undefined;
  const instantiateWasm = (
    given: WebAssembly.Imports,
    received: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports => {
    imports = given;
    instance = new WebAssembly.Instance(core, given);
    received(instance, core);
    return instance.exports;
  };
  await asRenderer(() => Parser.init({ instantiateWasm }));
  const memory = imports['env']?.['memory'];
  const stackPointer = imports['env']?.['__stack_pointer'];
  const malloc: unknown = instance?.exports['malloc'];
  if (
    !(memory instanceof WebAssembly.Memory) ||
    !(stackPointer instanceof WebAssembly.Global) ||
    typeof malloc !== 'function'
  ) {
    throw new Error('web-tree-sitter does not have the imports and exports of version 0.27');
  }
  const stackTop = (Number(malloc(stackBytes)) + stackBytes) & ~15;
  stackPointer.value = stackTop;
  const image = usedPart(memory);
  return {
    restore() {
      const bytes = new Uint8Array(memory.buffer);
      bytes.set(image);
      bytes.fill(0, image.length);
      stackPointer.value = stackTop;
    },
  };
}

/** A copy of the memory up to its last byte that is not zero: some kilobytes of 32 MB. */
function usedPart(memory: WebAssembly.Memory): Uint8Array {
  const words = new Float64Array(memory.buffer);
  const last = words.findLastIndex((word) => !Object.is(word, 0));
  return new Uint8Array(memory.buffer.slice(0, (last + 1) * words.BYTES_PER_ELEMENT));
}

/** Under `nodejs_compat` the library takes itself for Node and looks for files, unless the process is a renderer. */
async function asRenderer(init: () => Promise<void>): Promise<void> {
  const host: unknown = Reflect.get(globalThis, 'process');
  if (typeof host !== 'object' || host === null) return init();
  const before = Object.getOwnPropertyDescriptor(host, 'type');
  Reflect.set(host, 'type', 'renderer');
  try {
    // Only the synchronous part asks, so the name is put back before anyone else can read it.
    return init();
  } finally {
    if (before === undefined) Reflect.deleteProperty(host, 'type');
    else Object.defineProperty(host, 'type', before);
  }
}
