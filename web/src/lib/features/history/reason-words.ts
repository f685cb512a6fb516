/** Why a commit is told, in words. */
import type { HistoryEntry } from '../../api.ts';

export type HistoryReason = HistoryEntry['reason'];

interface ReasonWords {
  readonly label: string;
  readonly says: string;
}

export const reasonWords: Readonly<Record<HistoryReason, ReasonWords>> = {
  introduced: { label: 'introduced', says: 'It brought the lines first.' },
  'last-changed': { label: 'last changed', says: 'It changed the lines last.' },
  changed: { label: 'changed', says: 'It changed the lines between their first and their last form.' },
  moved: { label: 'moved', says: 'It carried the lines over as they were.' },
  mentions: {
    label: 'mentions',
    says: 'Its message or its paths speak of it; no line is known to come from it.',
  },
};
