/** Stores the key that signs receipts for the duration of a test. */

import type { ReceiptKeyStore } from '../../../worker/ports/receipt-signer.ts';

export function createMemoryReceiptKeys(): ReceiptKeyStore {
  let stored: Uint8Array<ArrayBuffer> | undefined;
  return {
    read: () => Promise.resolve(stored),
    storeIfAbsent: (secret) => Promise.resolve((stored ??= secret)),
  };
}
