/** What can be done with a node, wherever it is shown: in the picture, in a table, beside them. Shared down the component tree. */
import { createContext } from 'svelte';
import type { FilePlace } from '../files/file-address.ts';
import type { ExploredNode } from './explored-graph.ts';

export interface GraphTarget {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface GraphView {
  readonly place: FilePlace;
  readonly isExpanded: (node: ExploredNode) => boolean;
  /** Expands a node, or folds it again. */
  readonly toggle: (node: ExploredNode) => void;
  readonly focus: (node: ExploredNode) => void;
  /** The address of its lines; null for what is not in the repository. */
  readonly codeAt: (target: GraphTarget) => string | null;
  readonly open: (path: string) => void;
}

export const [useGraphView, provideGraphView] = createContext<GraphView>();
