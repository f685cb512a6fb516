/** The import rules of one language or family: what a module map sends its questions to. */

import type { LinkableFile } from '../../ports/graph-store.ts';
import type { ModuleMap, ResolvedModule } from './module-map.ts';

export interface ImportSystem extends ModuleMap {
  /** Files of the same scope get the same answer for the same module: under it answers are kept. */
  scopeOf(file: LinkableFile, line: number | undefined): string;
  resolve(file: LinkableFile, module: string, line: number | undefined): ResolvedModule;
}

export const noFiles: readonly number[] = [];
