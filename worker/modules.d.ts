/** A `.wasm` import is a compiled module, in a deployed Worker, under `wrangler dev` and in the tests. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

/** A `.bin` import is the bytes of the file, likewise. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}
