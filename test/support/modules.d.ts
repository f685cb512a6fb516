/** A file imported with `?raw` is its text, in Node and in workerd alike. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A `.wasm` import is a compiled module, as the Worker's own declaration says. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

/** A `.bin` import is the bytes of the file, likewise. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** The terminology rule of textlint has no types of its own. */
declare module 'textlint-rule-terminology' {
  import type { TextlintRuleModule } from '@textlint/kernel';
  const rule: TextlintRuleModule;
  export default rule;
}
