/** An import with `?raw` is the text of the file, in Node and in workerd. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A `.wasm` import is a compiled module, as in the Worker. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

/** A `.bin` import is the bytes of the file, as in the Worker. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** A `.woff2` import is the bytes of the font, as in the Worker. */
declare module '*.woff2' {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** textlint's terminology rule is published without types. */
declare module 'textlint-rule-terminology' {
  import type { TextlintRuleModule } from '@textlint/kernel';
  const rule: TextlintRuleModule;
  export default rule;
}
