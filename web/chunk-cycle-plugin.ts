/**
 * Fails a build in which two chunks import each other. The modules of such chunks can run before those that they import, so a value that one
 * of them reads at its start is missing.
 */

import type { Plugin } from 'vite';

export function chunkCyclePlugin(): Plugin {
  return {
    name: 'chunk-cycles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [],
        ),
      );
      const cycle = findCycle(imports);
      if (cycle === undefined) return;
      this.error(
        `Chunks import each other: ${cycle.join(' → ')}. Change the groups in vite.config.ts, so that the modules of one no longer need the other.`,
      );
    },
  };
}

/** @returns the names of a cycle, the first of them again at the end */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    const start = path.indexOf(name);
    if (start >= 0) return [...path.slice(start), name];
    if (done.has(name)) return undefined;
    for (const imported of imports.get(name) ?? []) {
      const cycle = visit(imported, [...path, name]);
      if (cycle !== undefined) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of imports.keys()) {
    const cycle = visit(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
