/** Checks a receipt's signature and whether its key is trusted. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { computeKeyId, findSignatureProblem } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import { usageError } from '../command-error.ts';
import type { CheckResult } from './check-result.ts';

/** @param keyIds ids of trusted keys; undefined without `--keys` */
export async function checkSignature(
  receipt: Receipt,
  keyIds: ReadonlySet<string> | undefined,
): Promise<CheckResult> {
  const what = 'signature';
  const problem = await findSignatureProblem(receipt);
  if (problem !== undefined) return { what, state: 'differs', why: problem };
  const { keyId } = receipt.signature;
  if (keyIds === undefined)
    return { what, state: 'holds', why: `By key ${keyId}; use --keys to check whose key it is.` };
  return keyIds.has(keyId)
    ? { what, state: 'holds', why: `By key ${keyId}, which is one of the trusted keys.` }
    : { what, state: 'differs', why: `It is signed by an unknown key ${keyId}.` };
}

const fetchTimeoutMs = 10_000;

/** @param location a file or address of a JSON Web Key Set. @throws CommandError when it cannot be read */
export async function readKeyIds(location: string, workingDirectory: string): Promise<ReadonlySet<string>> {
  const text = /^https?:\/\//.test(location)
    ? await fetch(location, { signal: AbortSignal.timeout(fetchTimeoutMs) })
        .then((response) => (response.ok ? response.text() : undefined))
        .catch(() => undefined)
    : await readFile(resolve(workingDirectory, location), 'utf8').catch(() => undefined);
  const keys = text === undefined ? undefined : parseKeys(text);
  if (keys === undefined)
    throw usageError(
      `--keys: "${location}" is not a readable JSON Web Key Set with Ed25519 keys.`,
      "Pass the server's response to GET /v1/receipt-keys, or its address.",
    );
  // Computes the ids from the keys, since a stated id proves nothing.
  return new Set(await Promise.all(keys.map(computeKeyId)));
}

function parseKeys(text: string): readonly string[] | undefined {
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
