/**
 * Starts web-tree-sitter in workerd from a compiled module, with bounded memory, a larger stack and a way to restore both. The library's own stack
 * has 64 KB without a guard, so an overflow would silently overwrite other data.
 */

import { Parser } from 'web-tree-sitter';

export interface Library {
  /** Restores the initial memory, which removes every language, parser, query and tree. */
  restore(): void;
  /** Whether this many bytes can be allocated. The library does not check this when it loads a language and would overwrite its own data. */
  hasRoom(bytes: number): boolean;
}

const bytesPerPage = 65_536;
/** The library's module requires at least 512 pages. */
const initialBytes = 32 * 1024 * 1024;
/**
 * WebAssembly memory never shrinks, and an isolate has 128 MB for everything. Real sources of 490,000 characters need at most 35 MB with their
 * grammar; dense input of the same length needs up to 240 MB. An allocation that exceeds the maximum is a trap.
 */
const maxMemoryBytes = 40 * 1024 * 1024;

/** Larger than the stack that the native limit allows, so that an overflow is an error instead of corrupted data. */
const stackBytes = 8 * 1024 * 1024;

export async function startLibrary(core: WebAssembly.Module): Promise<Library> {
  const memory = new WebAssembly.Memory({
    initial: initialBytes / bytesPerPage,
    maximum: maxMemoryBytes / bytesPerPage,
  });
  let imports: WebAssembly.Imports = {};
  let instance: WebAssembly.Instance | undefined;
  const instantiateWasm = (
    libraryImports: WebAssembly.Imports,
    onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports => {
    imports = libraryImports;
    instance = new WebAssembly.Instance(core, libraryImports);
    onInstance(instance, core);
    return instance.exports;
  };
  // The library prints a line for every trap; the parser reports traps by its result.
  await initAsRenderer(() => Parser.init({ instantiateWasm, wasmMemory: memory, printErr: () => undefined }));
  const stackPointer = imports['env']?.['__stack_pointer'];
  const { malloc, free } = instance?.exports ?? {};
  if (
    imports['env']?.['memory'] !== memory ||
    !(stackPointer instanceof WebAssembly.Global) ||
    typeof malloc !== 'function' ||
    typeof free !== 'function'
  ) {
    throw new Error('web-tree-sitter does not have the imports and exports of version 0.27');
  }
  // The copy precedes the allocation of the stack, because the allocator's records behind the stack would make it 8 MB larger.
  const initialImage = copyUsedPart(memory);
  const replaceStack = (): void => {
    stackPointer.value = (Number(malloc(stackBytes)) + stackBytes) & ~15;
  };
  const originalStack = Number(stackPointer.value);
  replaceStack();
  return {
    restore() {
      const bytes = new Uint8Array(memory.buffer);
      bytes.set(initialImage);
      bytes.fill(0, initialImage.length);
      // The allocator runs on the original stack until it has allocated the new one.
      stackPointer.value = originalStack;
      replaceStack();
    },
    hasRoom(bytes) {
      const address = Number(malloc(bytes));
      free(address);
      return address !== 0;
    },
  };
}

/** Copies the memory up to its last non-zero byte: a few kilobytes of 32 MB. */
function copyUsedPart(memory: WebAssembly.Memory): Uint8Array {
  const words = new Float64Array(memory.buffer);
  const last = words.findLastIndex((word) => !Object.is(word, 0));
  return new Uint8Array(memory.buffer.slice(0, (last + 1) * words.BYTES_PER_ELEMENT));
}

/** Calls `init` with `process.type` set to `renderer`. Otherwise the library detects Node under `nodejs_compat`, and reads files. */
async function initAsRenderer(init: () => Promise<void>): Promise<void> {
  const host: unknown = Reflect.get(globalThis, 'process');
  if (typeof host !== 'object' || host === null) return init();
  const original = Object.getOwnPropertyDescriptor(host, 'type');
  Reflect.set(host, 'type', 'renderer');
  try {
    // Only the synchronous part of `init` reads the type, so it is restored before other code can read it.
    return init();
  } finally {
    if (original === undefined) Reflect.deleteProperty(host, 'type');
    else Object.defineProperty(host, 'type', original);
  }
}
