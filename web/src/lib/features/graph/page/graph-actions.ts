/** The context with the actions on a node, which the picture, the tables and the details share. */
import { createContext } from 'svelte';
import type { FilePlace } from '../../files/file-address.ts';
import type { ExploredNode } from '../data/explored-graph.ts';

export interface CodeTarget {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

interface GraphActions {
  readonly place: FilePlace;
  readonly isExpanded: (node: ExploredNode) => boolean;
  /** Expands or collapses a node. */
  readonly toggle: (node: ExploredNode) => void;
  readonly focus: (node: ExploredNode) => void;
  /** The address of the code; null outside the repository. */
  readonly codeAt: (target: CodeTarget) => string | null;
  readonly open: (path: string) => void;
}

export const [useGraphActions, provideGraphActions] = createContext<GraphActions>();
