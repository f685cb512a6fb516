/** Build files as plain data: package.json, jsr.json, deno.json, tsconfig.json (comments allowed), Cargo.toml, pyproject.toml, go.mod. */

export interface ManifestReader {
  /** Whether a file of this path is one it reads. */
  reads(path: string): boolean;
  /**
   * What the file says, as JSON would hold it; undefined where it cannot be read. A go.mod is
   * `{ module: string, replace: Record<string, string> }`.
   */
  read(path: string, text: string): unknown;
}
