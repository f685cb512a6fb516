/** A store in memory for the key that signs receipts. */

import type { ReceiptKeyStore } from '../../../worker/ports/receipt-signer.ts';

export function createMemoryReceiptKeys(): ReceiptKeyStore {
  let stored: Uint8Array<ArrayBuffer> | undefined;
  return {
    read: () => Promise.resolve(stored),
    storeIfAbsent: (secret) => Promise.resolve((stored ??= secret)),
  };
}
