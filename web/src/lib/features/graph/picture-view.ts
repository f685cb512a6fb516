/** What a node of the picture needs of it: which one is the focus, chosen, in the order of Tab, and the way to the ones beside it. */
import { createContext } from 'svelte';

interface PictureView {
  readonly focusId: string;
  /** The node that Tab reaches. */
  readonly current: string;
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
  readonly point: (id: string | null) => void;
  /** Goes to the node beside it; false when there is none on that side. */
  readonly step: (from: string, key: string) => boolean;
}

export const [usePictureView, providePictureView] = createContext<PictureView>();
