/** Parses the keys that sign receipts. A problem never contains the key. */

import type { VariableReader } from './variable-reader.ts';

const secretBytes = 32;

export function readReceiptKeys(
  read: VariableReader,
  problems: string[],
): readonly Uint8Array<ArrayBuffer>[] {
  return read.list('RECEIPT_KEYS').flatMap((item, at) => {
    const secret = decodeBase64(item);
    if (secret?.byteLength === secretBytes) return [secret];
    problems.push(`RECEIPT_KEYS: item ${at + 1} is not ${secretBytes} bytes in base64.`);
    return [];
  });
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
