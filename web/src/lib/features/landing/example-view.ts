/** The context of the example answer: which citation is open in it. */
import { createContext } from 'svelte';
import type { Evidence } from '../../api.ts';

export interface OpenCitation {
  readonly claimId: string;
  readonly evidenceId: string;
}

interface ExampleView {
  readonly evidence: readonly Evidence[];
  readonly open: OpenCitation | null;
  readonly show: (citation: OpenCitation) => void;
}

export const [useExampleView, provideExampleView] = createContext<ExampleView>();
