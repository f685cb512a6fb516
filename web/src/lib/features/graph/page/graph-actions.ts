/** The context with the actions on nodes that the picture, the tables and the details share. */
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
  /** Returns the address of a span of code; null if it is outside the repository. */
  readonly codeAddress: (target: CodeTarget) => string | null;
  /** Goes to an address of the app. */
  readonly open: (address: string) => void;
}

export const [useGraphActions, provideGraphActions] = createContext<GraphActions>();
