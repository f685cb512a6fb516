/** Changes of users that better-auth does not make itself. */

import { and, eq, like } from 'drizzle-orm';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import { user, verification } from './schema.ts';

export function createUserRows(database: DrizzleD1Database, adminEmail: string | undefined) {
  return {
    /** A link from an earlier mail must not replace the new password. */
    async removeResets(id: string): Promise<void> {
      await database
        .delete(verification)
        .where(and(eq(verification.value, id), like(verification.identifier, 'reset-password:%')));
    },
    async confirmAddress(id: string): Promise<void> {
      await database.update(user).set({ emailVerified: true }).where(eq(user.id, id));
    },
    /** Only a sign-in with the confirmed address makes an admin. */
    async promoteAdmin(id: string): Promise<void> {
      if (adminEmail === undefined) return;
      const hasAdminAddress = eq(user.email, adminEmail.toLowerCase());
      await database
        .update(user)
        .set({ isAdmin: true })
        .where(and(eq(user.id, id), hasAdminAddress, eq(user.emailVerified, true)));
    },
    /** An unconfirmed account has no sessions. Its creator must not get a password to the account that GitHub then opens. */
    async removeUnconfirmed(email: string): Promise<void> {
      await database.delete(user).where(and(eq(user.email, email), eq(user.emailVerified, false)));
    },
  };
}
