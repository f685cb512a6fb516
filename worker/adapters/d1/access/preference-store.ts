/** Implements the `PreferenceStore` port with the catalog database. */

import { defaultPreferences, type Preferences } from '../../../core/preferences.ts';
import type { PreferenceStore } from '../../../ports/access/preference-store.ts';
import { firstRow, run } from '../sql/statements.ts';

export function createD1PreferenceStore(database: D1Database): PreferenceStore {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async read(owner) {
      const row = await firstRow<{ value: string }>(
        sql('SELECT value FROM preference WHERE owner = ?1', owner.id),
      );
      // Preferences that were added since have their default.
      return row && { ...defaultPreferences, ...(JSON.parse(row.value) as Partial<Preferences>) };
    },
    async save(owner, preferences) {
      await run(
        sql(
          'INSERT OR REPLACE INTO preference (owner, value) VALUES (?1, ?2)',
          owner.id,
          JSON.stringify(preferences),
        ),
      );
    },
    async remove(owner) {
      await run(sql('DELETE FROM preference WHERE owner = ?1', owner.id));
    },
  };
}
