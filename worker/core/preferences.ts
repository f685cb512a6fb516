/** What a user has chosen for the app. */

export const themes = ['system', 'light', 'dark'] as const;

export interface Preferences {
  readonly theme: (typeof themes)[number];
  /** `embedded`, or `provider/model`; null for the deployment's choice. */
  readonly model: string | null;
}

export const defaultPreferences: Preferences = { theme: 'system', model: null };
