/** The preferences of users. */

import type { Preferences } from '../../core/preferences.ts';
import type { Owner } from '../../core/viewer.ts';

export interface PreferenceStore {
  /** Undefined if the user has saved none. */
  read(owner: Owner): Promise<Preferences | undefined>;
  save(owner: Owner, preferences: Preferences): Promise<void>;
  remove(owner: Owner): Promise<void>;
}
