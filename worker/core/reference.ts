/**
 * What the text of one file says of itself and of others, read without looking at any other file: stored beside the file's
 * chunks and resolved anew for every snapshot. Names are written with dots in every language (`crate::a::b`, `$this->x` and
 * `a?.b` are `crate.a.b`, `this.x`, `a.b`). Lines are 1-based; `within` is the ordinal of the innermost definition of the file
 * whose range holds the place, undefined outside any.
 */

/**
 * `call`: called or constructed. `extends`, `implements`: named as base of the definition it stands `within`. `type`: named as
 * the type of something. `decorator`: put on the definition it stands `within`. `value`: handed on, stored or given back without
 * being called. `render`: used as a component in markup.
 */
export type ReferenceKind = 'call' | 'extends' | 'implements' | 'type' | 'decorator' | 'value' | 'render';

/** A place that names something. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The last segment: `run` of `app.run()`. */
  readonly name: string;
  /**
   * What stands before it: `app`, `self.router`, `super`; a segment that is called ends in `()`: `make_app().router`. Undefined
   * where nothing does; empty where it is an expression that cannot be written so. Of an `implements` that stands outside the type
   * (Rust's `impl fmt::Display for T`) it is that type, `T`, and `name` is the whole path, `fmt.Display`.
   */
  readonly receiver: string | undefined;
  readonly line: number;
  readonly within: number | undefined;
  /**
   * The definition of this file that a name without receiver means, by ordinal, where scopes without a name tell of several;
   * -1 where it is none of them, all lying in scopes the place is not in.
   */
  readonly means?: number;
}

export interface ImportedName {
  /** As the other file calls it; `default`, or `*` for the module as a whole. */
  readonly imported: string;
  /** As this file calls it. For `import a.b` of Python the name bound is `a`: both are `a.b` there. */
  readonly local: string;
  readonly line: number;
}

/** One module of an import statement. */
export interface FileImport {
  /** As written: `./chunk.ts`, `flask.json`, `..models`, `net/http`, `crate.search.Sink`; dots for `::`. */
  readonly module: string;
  readonly line: number;
  readonly names: readonly ImportedName[];
  /** Brings every name the module exports: `from m import *`, `use m::*`, `import . "m"`, `#include`. */
  readonly wildcard: boolean;
  /** What it brings goes out of this file as well: `export … from`, `pub use`. */
  readonly reexported: boolean;
}

/** A name the file exports otherwise than by its definition: `export { a as b }`, `export default a`, `exports.b = a`. */
export interface FileExport {
  readonly exported: string;
  readonly local: string;
}

/** A name whose type is written or plain from what it is given: a parameter, a variable, a field. */
export interface TypedName {
  readonly name: string;
  /** `Flask`, `http.Client`; `make_app()` for what a call gives back, whose type is that function's. */
  readonly type: string;
  readonly within: number | undefined;
}

/** Read for every file of a snapshot while any is resolved: kept small. */
export interface FileOutline {
  /** Package or namespace the file says it belongs to, dotted: of Go, Java, C#, PHP. */
  readonly namespace: string | undefined;
  readonly imports: readonly FileImport[];
  readonly exports: readonly FileExport[];
  /** The names `__all__` lists; undefined where there is none. */
  readonly listed: readonly string[] | undefined;
  /** References of kinds `extends` and `implements`. */
  readonly bases: readonly Reference[];
  /**
   * Fields, `within` the type they belong to: `self.app = Flask()` is `app` within its class. Variables of the file itself are
   * within none.
   */
  readonly fields: readonly TypedName[];
  /** What functions and methods give back, by ordinal, where it is written. */
  readonly returns: readonly { readonly symbol: number; readonly type: string }[];
}

/** Read only while the file itself is resolved. */
export interface FileUses {
  /** Every reference but those in the outline, in the order of the text. */
  readonly references: readonly Reference[];
  /** Variables and parameters of functions, with a type. */
  readonly typed: readonly TypedName[];
  /** Names bound inside functions: they hide what is called the same outside. */
  readonly locals: readonly { readonly name: string; readonly within: number }[];
  /** References beyond the most kept of one file were left out. */
  readonly truncated: boolean;
}

export interface FileReferences {
  readonly outline: FileOutline;
  readonly uses: FileUses;
}

/** Of a file without a grammar. */
export const noReferences: FileReferences = {
  outline: {
    namespace: undefined,
    imports: [],
    exports: [],
    listed: undefined,
    bases: [],
    fields: [],
    returns: [],
  },
  uses: { references: [], typed: [], locals: [], truncated: false },
};
