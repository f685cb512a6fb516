/** A receipt's file and the command that checks it hold nothing a shell would read otherwise. */
import { expect, test } from 'vitest';
import { receiptFileName, verifyCommand } from '../../web/src/lib/features/ask/receipt-file.ts';

const attached = (name: string) => ({
  evidence: 'e1',
  name,
  startLine: 1,
  endLine: 2,
  fileHash: 'a'.repeat(64),
  spanHash: 'b'.repeat(64),
});

test('named by the receipt; the clone is for its reader to name', () => {
  expect(receiptFileName({ id: 'a1-b2' })).toBe('wherefore-receipt-a1-b2.json');
  expect(verifyCommand({ id: '../x y', attachments: [] })).toBe(
    'npx wherefore verify wherefore-receipt-..-x-y.json <clone>',
  );
});

test.each([
  ['trace.log', 'trace.log'],
  ['-rf', './-rf'],
  ['$(x) y', "'$(x) y'"],
  ["it's; rm ~", String.raw`'it'\''s; rm ~'`],
])('a file %j that came along is given once', (name, typed) => {
  expect(verifyCommand({ id: 'a1', attachments: [attached(name), attached(name)] })).toBe(
    `npx wherefore verify wherefore-receipt-a1.json <clone> --file ${typed}`,
  );
});
