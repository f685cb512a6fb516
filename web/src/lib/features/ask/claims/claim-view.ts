/**
 * The context that the sentences of an answer share: its claims, the details of each, which the sentence and its citation open, and the
 * components that show citations and marks.
 */
import { createContext, type Component } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Claim } from '../../../api.ts';

interface DetailsControl {
  readonly open: () => void;
  /** Closes the details unless the pointer or the focus is in them. */
  readonly leave: () => void;
}

/** The landing page shows an answer without popovers, whose code is large, so it has components of its own. */
export interface ClaimControls {
  readonly Citation: Component<{
    id: string;
    /** The claim that cites the source; null while its text arrives. */
    claimId: string | null;
    /** The last citation of the claim. */
    isLast: boolean;
  }>;
  readonly ClaimMark: Component<{ claim: Claim }>;
  /** Opens the details of a claim from its sentence; absent if there are no details to open. */
  readonly openDetails?: (view: ClaimView, claim: string) => Attachment<HTMLElement>;
}

export interface ClaimView {
  readonly controls: ClaimControls;
  readonly find: (id: string) => Claim | undefined;
  readonly isModelWritten: boolean;
  readonly isRunning: boolean;
  /** By claim. The last citation of a claim, or its mark, opens the details. */
  readonly details: Map<string, DetailsControl>;
}

export const [useClaimView, provideClaimView] = createContext<ClaimView>();
