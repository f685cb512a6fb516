/** Reads the sizes of live objects by kind from a V8 heap snapshot (https://developer.chrome.com/docs/devtools/memory-problems/heap-snapshots). */

/** Sizes of live objects in bytes. WebAssembly memories count as array buffers here, but not in the heap of `HeapUsage`. */
export interface LiveHeap {
  /** Objects, strings and code of the JavaScript heap. */
  readonly heap: number;
  /** Part of `heap`: compiled regular expressions and functions. */
  readonly code: number;
  /** Part of `heap`: strings, including the Worker's own source text. */
  readonly strings: number;
  readonly arrayBuffers: number;
  /** The largest array buffer, which is the WebAssembly memory that the grammars share. */
  readonly largestArrayBuffer: number;
  /** WebAssembly modules: loaded bytes and compiled code, outside the heap. */
  readonly wasmModules: number;
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly unknown[] };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

export function readSnapshot(json: string): LiveHeap {
  const { snapshot, nodes, strings } = JSON.parse(json) as Snapshot;
  const fields = snapshot.meta.node_fields;
  const [types] = snapshot.meta.node_types;
  const typeNames: readonly unknown[] = Array.isArray(types) ? types : [];
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const live = { heap: 0, code: 0, strings: 0, arrayBuffers: 0, largestArrayBuffer: 0, wasmModules: 0 };
  for (let node = 0; node < nodes.length; node += fields.length) {
    const field = (offset: number | undefined): number => nodes[node + (offset ?? 0)] ?? 0;
    const type = String(typeNames[field(typeAt)]);
    const name = strings[field(nameAt)] ?? '';
    const size = field(sizeAt);
    if (name.includes('JSArrayBufferData')) {
      live.arrayBuffers += size;
      live.largestArrayBuffer = Math.max(live.largestArrayBuffer, size);
    } else if (name.includes('WasmNativeModule')) live.wasmModules += size;
    else {
      live.heap += size;
      if (type === 'code') live.code += size;
      if (type.includes('string')) live.strings += size;
    }
  }
  return live;
}
