/** Whether a receipt is signed, and by a key one knows. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { keyIdOf, whyUnsigned } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import { usageError } from '../command-error.ts';
import type { Checked } from './checked.ts';

/** @param keyIds of those one trusts; undefined where one has not said */
export async function checkSignature(
  receipt: Receipt,
  keyIds: ReadonlySet<string> | undefined,
): Promise<Checked> {
  const what = 'signature';
  const problem = await whyUnsigned(receipt);
  if (problem !== undefined) return { what, state: 'differs', why: problem };
  const { keyId } = receipt.signature;
  if (keyIds === undefined)
    return { what, state: 'holds', why: `By key ${keyId}; whose it is --keys can tell.` };
  return keyIds.has(keyId)
    ? { what, state: 'holds', why: `By key ${keyId}, which is among those given.` }
    : { what, state: 'differs', why: `It is signed by an unknown key ${keyId}.` };
}

const patienceMs = 10_000;

/** @param from a file or an address of a JSON Web Key Set. @throws CommandError where there is none */
export async function readKeyIds(from: string, workingDirectory: string): Promise<ReadonlySet<string>> {
  const text = /^https?:\/\//.test(from)
    ? await fetch(from, { signal: AbortSignal.timeout(patienceMs) })
        .then((response) => (response.ok ? response.text() : undefined))
        .catch(() => undefined)
    : await readFile(resolve(workingDirectory, from), 'utf8').catch(() => undefined);
  const keys = text === undefined ? undefined : keysIn(text);
  if (keys === undefined)
    throw usageError(
      `--keys: "${from}" is no JSON Web Key Set with Ed25519 keys that can be read.`,
      'Give what GET /v1/receipt-keys of the server answers, or its address.',
    );
  // Their ids are reckoned, not taken: what counts is the key.
  return new Set(await Promise.all(keys.map(keyIdOf)));
}

function keysIn(text: string): readonly string[] | undefined {
  try {
    const set = JSON.parse(text) as { readonly keys?: unknown } | null;
    if (!Array.isArray(set?.keys)) return undefined;
    const keys = set.keys.flatMap((key: { crv?: unknown; x?: unknown } | null) =>
      key?.crv === 'Ed25519' && typeof key.x === 'string' ? [key.x] : [],
    );
    return keys.length === 0 ? undefined : keys;
  } catch {
    return undefined;
  }
}
