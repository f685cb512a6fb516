/**
 * Unresolved references of one file, read without any other file. They are stored with the file's chunks and resolved again for every
 * snapshot. Names use dots in every language (`crate::a::b`, `$this->x` and `a?.b` become `crate.a.b`, `this.x`, `a.b`). Lines are
 * 1-based. `within` is the ordinal of the innermost enclosing definition; undefined outside any.
 */

/**
 * `call`: called or constructed. `extends`, `implements`: a base of the definition it is `within`. `type`: used as a type.
 * `decorator`: applied to the definition it is `within`. `value`: passed, stored or returned without being called.
 * `render`: used as a component in markup.
 */
export type ReferenceKind = 'call' | 'extends' | 'implements' | 'type' | 'decorator' | 'value' | 'render';

/** One use of a name. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The last segment: `run` of `app.run()`. */
  readonly name: string;
  /**
   * The expression before the name: `app`, `self.router`, `super`; a called segment ends in `()`: `make_app().router`. Undefined if
   * there is none; empty if the expression cannot be written like this. For an `implements` outside the type (Rust's
   * `impl fmt::Display for T`), it is the type, `T`, and `name` is the whole path, `fmt.Display`.
   */
  readonly receiver: string | undefined;
  readonly line: number;
  readonly within: number | undefined;
  /**
   * The ordinal of the definition that a name without a receiver refers to, set if anonymous scopes define the name several times.
   * -1 if it refers to none of them, because no scope that defines it encloses this reference.
   */
  readonly means?: number;
}

export interface ImportedName {
  /** The name in the other file; `default`, or `*` for the whole module. */
  readonly imported: string;
  /** The name in this file. Python's `import a.b` binds `a`; there both names are `a.b`. */
  readonly local: string;
  readonly line: number;
}

/** One module of an import statement. */
export interface FileImport {
  /** As written: `./chunk.ts`, `flask.json`, `..models`, `net/http`, `crate.search.Sink`; dots for `::`. */
  readonly module: string;
  readonly line: number;
  readonly names: readonly ImportedName[];
  /** Imports every exported name: `from m import *`, `use m::*`, `import . "m"`, `#include`. */
  readonly wildcard: boolean;
  /** The file re-exports what it imports: `export … from`, `pub use`. */
  readonly reexported: boolean;
}

/** A name exported separately from its definition: `export { a as b }`, `export default a`, `exports.b = a`. */
export interface FileExport {
  readonly exported: string;
  readonly local: string;
}

/** A parameter, variable or field whose type is declared, or clear from the value assigned to it. */
export interface TypedName {
  readonly name: string;
  /** `Flask`, `http.Client`; `make_app()` means that function's return type. */
  readonly type: string;
  readonly within: number | undefined;
}

/** The part of a file's references that is loaded for every file while any file is resolved, so it stays small. */
export interface FileOutline {
  /** The declared package or namespace, with dots: Go, Java, C#, PHP. */
  readonly namespace: string | undefined;
  readonly imports: readonly FileImport[];
  readonly exports: readonly FileExport[];
  /** The names in `__all__`; undefined if the file has none. */
  readonly listed: readonly string[] | undefined;
  /** References of kinds `extends` and `implements`. */
  readonly bases: readonly Reference[];
  /**
   * Fields, `within` their type: `self.app = Flask()` is `app` within its class. Top-level variables are within no definition.
   */
  readonly fields: readonly TypedName[];
  /** Declared return types of functions and methods, by ordinal. */
  readonly returns: readonly { readonly symbol: number; readonly type: string }[];
}

/** The part of a file's references that is loaded only while this file is resolved. */
export interface FileUses {
  /** Every reference that is not in the outline, in file order. */
  readonly references: readonly Reference[];
  /** Typed variables and parameters of functions. */
  readonly typed: readonly TypedName[];
  /** Names bound inside functions, which shadow outer definitions. */
  readonly locals: readonly { readonly name: string; readonly within: number }[];
  /** The file has more references than are stored for one file. */
  readonly truncated: boolean;
}

export interface FileReferences {
  readonly outline: FileOutline;
  readonly uses: FileUses;
}

/** The references of a file without a grammar. */
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
