/** The labels and explanations of the reasons why a commit is listed. */
import type { HistoryEntry } from '../../api.ts';

export type HistoryReason = HistoryEntry['reason'];

interface ReasonText {
  readonly label: string;
  readonly explanation: string;
}

export const reasonTexts: Readonly<Record<HistoryReason, ReasonText>> = {
  introduced: { label: 'introduced', explanation: 'It introduced the lines.' },
  'last-changed': { label: 'last changed', explanation: 'It is the last commit that changed the lines.' },
  changed: {
    label: 'changed',
    explanation: 'It changed the lines between their first and their current version.',
  },
  moved: { label: 'moved', explanation: 'It moved the lines without changing them.' },
  mentions: {
    label: 'mentions',
    explanation: 'Its message or paths mention the subject. No line is known to come from it.',
  },
};
