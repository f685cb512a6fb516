/** What the parts of an answer need to show it: its sources, and what can be done with one. Shared down the component tree. */
import { createContext } from 'svelte';
import type { CitationDrift, Evidence } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';
import type { OpenSource } from './ask-address.ts';

export interface AnswerView {
  /** Of files fetched for the question: its sources open at their host, and nothing is said of what was not looked at. */
  readonly live?: boolean;
  /** Of documentation on the web: its state has no commit to name. */
  readonly web?: boolean;
  readonly repositoryId: string;
  /** The snapshot the answer is about; undefined while it is not known. */
  readonly snapshotId: string | undefined;
  readonly evidence: readonly Evidence[];
  /** What has become of a source since, by its id; undefined while the answer is of the newest state, or nothing is known. */
  readonly drift: (evidence: string) => CitationDrift | undefined;
  /** What of this answer is open beside the conversation. */
  readonly open: OpenSource | null;
  /** With the lines of it that are meant, if some are. */
  readonly show: (evidence: Evidence, named?: LineRange | null) => void;
  readonly close: () => void;
  /** Begins a question about a source, for the reader to finish. */
  readonly askAbout: (evidence: Evidence) => void;
}

export const [useAnswerView, provideAnswerView] = createContext<AnswerView>();
