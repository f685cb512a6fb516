/** A `.wasm` import is a compiled module in the deployed Worker, `wrangler dev` and tests. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

/** A `.bin` import is the bytes of the file. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** A `.woff2` import is the bytes of the font. */
declare module '*.woff2' {
  const bytes: ArrayBuffer;
  export default bytes;
}
