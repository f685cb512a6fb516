/** What the parts of an answer need to show it: its sources, and the way to open one. Shared down the component tree. */
import { createContext } from 'svelte';
import type { Evidence } from '../../api.ts';
import type { OpenSource } from './ask-address.ts';

export interface AnswerView {
  readonly repositoryId: string;
  /** The snapshot the answer is about; undefined while none can be asked. */
  readonly snapshotId: string | undefined;
  readonly evidence: readonly Evidence[];
  /** What is open beside the answer. */
  readonly open: OpenSource | null;
  readonly show: (evidence: Evidence) => void;
  readonly close: () => void;
}

export const [useAnswerView, provideAnswerView] = createContext<AnswerView>();
