/** Creates and signs receipts as a server does. */

import { createReceiptSigner } from '../../../worker/adapters/web-crypto/receipt-signer.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import {
  receiptFormat,
  signedBytes,
  type Receipt,
  type ReceiptBody,
} from '../../../worker/core/answers/receipt.ts';
import type { ReceiptSigner } from '../../../worker/ports/receipt-signer.ts';
import { createMemoryReceiptKeys } from '../fakes/memory-receipt-keys.ts';

export const testSigner: ReceiptSigner = createReceiptSigner([], createMemoryReceiptKeys());

export async function signReceipt(body: ReceiptBody, signer = testSigner): Promise<Receipt> {
  return { ...body, signature: await signer.sign(signedBytes(body)) };
}

/** Creates the body of a receipt with one claim, which cites lines 2 and 3 of `src/boat.ts`. */
export async function createBoatBody(changes: Partial<ReceiptBody> = {}): Promise<ReceiptBody> {
  return {
    format: receiptFormat,
    id: 'r-1',
    issuedAt: '2026-11-22T12:00:00.000Z',
    repository: { id: 'r1', name: 'harbour', kind: 'upload', source: null },
    snapshot: { id: 's1', ref: 'main', commit: 'tree-1' },
    question: 'Where is a boat moored?',
    answered: 'Where is a boat moored?',
    refused: false,
    answerer: 'embedded',
    degraded: null,
    textHash: await sha256('`moor` does. [chunk:e1]'),
    claims: [
      {
        id: 'c1',
        text: '`moor` does. [chunk:e1]',
        state: 'verified',
        citations: ['e1'],
        checks: [{ check: 'identifier', passed: true, detail: '`moor` appears there.' }],
      },
    ],
    spans: [
      {
        evidence: 'e1',
        kind: 'code',
        path: 'src/boat.ts',
        startLine: 2,
        endLine: 3,
        commit: 'tree-1',
        fileHash: await sha256(boat),
        spanHash: await sha256(
          boat
            .split('\n')
            .slice(1, 3)
            .map((line) => `${line}\n`)
            .join(''),
        ),
        url: '/r/r1/files/src/boat.ts',
      },
    ],
    records: [],
    attachments: [],
    timings: { retrieveMs: 12, firstPartMs: 20, totalMs: 31 },
    build: 'test',
    ...changes,
  };
}

export const boat =
  '// Boats.\nexport function moor(berth: string): string {\n  return `moored at ${berth}`;\n}\n';
