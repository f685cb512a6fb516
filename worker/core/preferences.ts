/** What a user has chosen for the app. */

export const themes = ['system', 'light', 'dark'] as const;
export const answerStyles = ['full', 'brief'] as const;
/** Whether a question about a repository on a host is answered from its index, or from files fetched for the question. */
export const answerSources = ['indexed', 'live'] as const;

export interface Preferences {
  readonly theme: (typeof themes)[number];
  /** `embedded`, or `provider/model`; null for the deployment's choice. */
  readonly model: string | null;
  readonly source: (typeof answerSources)[number];
  readonly answerStyle: (typeof answerStyles)[number];
  /** The language that a model answers in, as a BCP 47 tag; null for that of the question. */
  readonly language: string | null;
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  model: null,
  source: 'indexed',
  answerStyle: 'full',
  language: null,
};
