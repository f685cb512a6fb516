/** The context that the components of an answer share: its sources, and the actions on a source. */
import { createContext } from 'svelte';
import type { CitationDrift, Evidence } from '../../../api.ts';
import type { LineRange } from '../../code/line-range.ts';
import type { OpenSource } from '../conversation/ask-address.ts';

export interface AnswerView {
  /** The answer uses files that were fetched for this question instead of an index. Its sources open on GitHub, and the page shows no index coverage. */
  readonly isLive?: boolean;
  /** The repository is documentation from the web, which has no commits. */
  readonly isWebDocumentation?: boolean;
  readonly repositoryId: string;
  /** The snapshot that the answer is about; undefined while it is unknown. */
  readonly snapshotId: string | undefined;
  readonly evidence: readonly Evidence[];
  /** How a source has changed since the answer, by its id; undefined for an answer from the newest snapshot, or while unknown. */
  readonly drift: (evidence: string) => CitationDrift | undefined;
  /** The source of this answer that is open next to the conversation. */
  readonly open: OpenSource | null;
  /** Opens a source, with the lines to highlight if there are any. */
  readonly show: (evidence: Evidence, highlight?: LineRange | null) => void;
  readonly close: () => void;
  /** Drafts a question about a source for the user to finish; undefined where no question can be asked. */
  readonly askAbout: ((evidence: Evidence) => void) | undefined;
}

export const [useAnswerView, provideAnswerView] = createContext<AnswerView>();
