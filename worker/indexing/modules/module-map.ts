/**
 * Where the modules that import statements name lie: the rules of each language's import system over the files of one snapshot.
 * Files are their places in the list of linkable files.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';

export type ResolvedModule =
  /**
   * Files of the repository, and what is left of the path after them: `Sink` of `crate.search.Sink`. No file at all where the
   * module is a folder of the repository that holds modules and is none itself (a namespace package of Python).
   */
  | { readonly files: readonly number[]; readonly rest: readonly string[] }
  /** A package outside the repository, by the name it is known by: `react`, `@scope/pkg`, `net/http`, `serde`. */
  | { readonly external: string }
  /** It should lie in the repository and does not, or nothing tells. */
  | undefined;

export interface ModuleMap {
  /**
   * What `module`, as the file writes it in an import, leads to. A submodule imported as a name is asked for as `pkg.sub`,
   * `.sub`, `..pkg.sub`. @param line 1-based, of the statement: in Rust, `self` and `super` mean the inline module it stands in.
   */
  resolve(file: LinkableFile, module: string, line?: number): ResolvedModule;
  /**
   * Files whose names the file sees without importing them: its Go or Java package, its C# or PHP namespace. The file itself
   * may be among them: files that see the same share one list, the same object, whose names are worth collecting once.
   */
  siblings(file: LinkableFile): readonly number[];
}

/** What module maps are made from. */
export interface SnapshotLayout {
  readonly files: readonly LinkableFile[];
  /** Place of a file by its path. */
  readonly byPath: ReadonlyMap<string, number>;
  /** Build files as `ManifestReader` reads them, by path. */
  readonly manifests: ReadonlyMap<string, unknown>;
}
