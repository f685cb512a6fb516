/**
 * Where the modules that import statements name lie: the rules of each language's import system over the files of one snapshot.
 * Files are their places in the list of linkable files.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';

export type ResolvedModule =
  /** Files of the repository, and what is left of the path after them: `Sink` of `crate.search.Sink`. */
  | { readonly files: readonly number[]; readonly rest: readonly string[] }
  /** A package outside the repository, by the name it is known by: `react`, `@scope/pkg`, `net/http`, `serde`. */
  | { readonly external: string }
  /** It should lie in the repository and does not, or nothing tells. */
  | undefined;

export interface ModuleMap {
  /** What `module`, as the file writes it in an import, leads to. */
  resolve(file: LinkableFile, module: string): ResolvedModule;
  /** Files whose names the file sees without importing them, itself left out: its Go or Java package, its C# or PHP namespace. */
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
