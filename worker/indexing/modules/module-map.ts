/** Resolves the modules in import statements to files of a snapshot. A file is an index into the list of linkable files. */

import type { LinkableFile } from '../../ports/graph-store.ts';

export type ResolvedModule =
  /**
   * Files of the repository, and the rest of the path after them: `Sink` in `crate.search.Sink`. There is no file if the module is a folder
   * that contains modules but is not a module itself (a namespace package in Python).
   */
  | { readonly files: readonly number[]; readonly rest: readonly string[] }
  /** An external package by its usual name: `react`, `@scope/pkg`, `net/http`, `serde`. */
  | { readonly external: string }
  /** The module should be in the repository but is not, or its origin is unknown. */
  | undefined;

export interface ModuleMap {
  /**
   * Resolves `module` as the file writes it in an import. A submodule imported by name is requested as `pkg.sub`, `.sub` or `..pkg.sub`.
   * @param line 1-based line of the statement: in Rust, `self` and `super` refer to the inline module that contains it
   */
  resolve(file: LinkableFile, module: string, line?: number): ResolvedModule;
  /**
   * Files whose names the file sees without an import: its Go or Java package, its C# or PHP namespace. May include the file itself,
   * because files that see the same names share one list object, whose names are collected once.
   */
  siblings(file: LinkableFile): readonly number[];
}

/** The input of module maps. */
export interface SnapshotLayout {
  readonly files: readonly LinkableFile[];
  /** Index of a file by its path. */
  readonly byPath: ReadonlyMap<string, number>;
  /** Build files as `ManifestReader` reads them, by path. */
  readonly manifests: ReadonlyMap<string, unknown>;
}

/** The import rules of one language or family of languages. */
export interface ImportSystem extends ModuleMap {
  /** Cache key: files with the same key resolve the same module to the same result. */
  scopeKey(file: LinkableFile, line: number | undefined): string;
  resolve(file: LinkableFile, module: string, line: number | undefined): ResolvedModule;
}

export const noFiles: readonly number[] = [];
