/// <reference path="../../worker/modules.d.ts" />
/** A file imported with `?raw` is its text, in Node and in workerd alike. */
declare module '*?raw' {
  const text: string;
  export default text;
}
