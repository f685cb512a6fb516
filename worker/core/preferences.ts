/** What a user has chosen for the app. */

import { answerStyles, type AnswerStyle } from './answers/answer-style.ts';

export const themes = ['system', 'light', 'dark'] as const;
/** `standard`: questions state no style. */
export const preferredStyles = ['standard', ...answerStyles] as const;
/** Where a question about a repository from GitHub goes first: to its index, or to its current state on GitHub. */
export const preferredSources = ['index', 'live'] as const;

export interface Preferences {
  readonly theme: (typeof themes)[number];
  /** `embedded`, or `provider/model`; null for the deployment's choice. */
  readonly model: string | null;
  readonly answerStyle: 'standard' | AnswerStyle;
  /** A BCP 47 tag; null for English. */
  readonly language: string | null;
  readonly source: (typeof preferredSources)[number];
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  model: null,
  answerStyle: 'standard',
  language: null,
  source: 'index',
};
