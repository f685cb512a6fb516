/** The state that the picture shares with its nodes, and the current picture for the download menu. */
import { createContext } from 'svelte';

interface PictureView {
  readonly focusId: string;
  /** The node in the tab order. */
  readonly current: string;
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
  readonly point: (id: string | null) => void;
  /** Moves to the next node in the direction of an arrow key; false if no node lies there. */
  readonly step: (from: string, key: string) => boolean;
}

export const [usePictureView, providePictureView] = createContext<PictureView>();

let renderSvg = $state.raw<(() => string) | null>(null);

/** The current picture, if there is one, for the download menu outside it. */
export const shownPicture = {
  get renderSvg(): (() => string) | null {
    return renderSvg;
  },
  set(render: (() => string) | null): void {
    renderSvg = render;
  },
};
