/** The state that the picture shares with its nodes, and the function with which the download menu renders the current picture. */
import { createContext } from 'svelte';
import type { PictureNode } from '../data/group-nodes.ts';

interface PictureState {
  readonly focusId: string;
  /** The id of the node in the tab order. */
  readonly currentId: string;
  readonly chosenId: string | null;
  readonly choose: (id: string) => void;
  /** Opens a group of nodes. */
  readonly open: (group: PictureNode) => void;
  /** Sets the node under the pointer or with the keyboard focus; null for none. */
  readonly setPointedNode: (id: string | null) => void;
  /** Moves from a node to the nearest one in the direction of an arrow key; false if there is none. */
  readonly moveFrom: (id: string, key: string) => boolean;
}

export const [usePictureState, providePictureState] = createContext<PictureState>();

let renderSvg = $state.raw<(() => string) | null>(null);

/** The current picture. `renderSvg` is null while the page shows none. */
export const currentPicture = {
  get renderSvg(): (() => string) | null {
    return renderSvg;
  },
  set(render: (() => string) | null): void {
    renderSvg = render;
  },
};
