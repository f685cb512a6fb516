/** The variable that holds the keys receipts are signed with, read and checked; what is wrong is told without the key. */

import type { VariableReader } from './config.ts';

const secretBytes = 32;

export function readSecrets(read: VariableReader, problems: string[]): readonly Uint8Array<ArrayBuffer>[] {
  return read.list('RECEIPT_KEYS').flatMap((item, at) => {
    const secret = decoded(item);
    if (secret?.byteLength === secretBytes) return [secret];
    problems.push(`RECEIPT_KEYS: item ${at + 1} is not ${secretBytes} bytes in base64.`);
    return [];
  });
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
