/** The context that the sentences of an answer share: its claims, and the details of each, which the sentence and its citation open. */
import { createContext } from 'svelte';
import type { Claim } from '../../../api.ts';

interface DetailsControl {
  readonly open: () => void;
  /** Closes the details unless the pointer or the focus is in them. */
  readonly leave: () => void;
}

export interface ClaimView {
  readonly find: (id: string) => Claim | undefined;
  readonly isModelWritten: boolean;
  readonly isRunning: boolean;
  /** By claim. The last citation of a claim, or its mark, opens the details. */
  readonly details: Map<string, DetailsControl>;
}

export const [useClaimView, provideClaimView] = createContext<ClaimView>();
