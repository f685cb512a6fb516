/** Stores the generated signing key of receipts in the catalog database. There is one row, which only the first writer sets. */

import type { Clock } from '../../ports/clock.ts';
import type { ReceiptKeyStore } from '../../ports/receipt-signer.ts';
import { firstRow, run } from './sql/statements.ts';

export function createD1ReceiptKeyStore(database: D1Database, clock: Clock): ReceiptKeyStore {
  async function read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const row = await firstRow<{ secret: string }>(
      database.prepare('SELECT secret FROM receipt_key WHERE id = 1'),
    );
    return row && Uint8Array.from(atob(row.secret), (letter) => letter.charCodeAt(0));
  }
  return {
    read,
    async storeIfAbsent(secret) {
      const base64 = btoa(String.fromCharCode(...secret));
      await run(
        database
          .prepare('INSERT OR IGNORE INTO receipt_key (id, secret, created_at) VALUES (1, ?1, ?2)')
          .bind(base64, clock.now()),
      );
      return (await read()) ?? secret;
    },
  };
}
