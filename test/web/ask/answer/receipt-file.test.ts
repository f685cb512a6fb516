/** The file name of a receipt and its verify command are safe to paste into a shell. */
import { expect, test } from 'vitest';
import {
  receiptFileName,
  formatVerifyCommand,
} from '../../../../web/src/lib/features/ask/answer/receipt-file.ts';

const createAttachment = (name: string) => ({
  evidence: 'e1',
  name,
  startLine: 1,
  endLine: 2,
  fileHash: 'a'.repeat(64),
  spanHash: 'b'.repeat(64),
});

test('uses the id of the receipt, and a placeholder for the clone', () => {
  expect(receiptFileName({ id: 'a1-b2' })).toBe('wherefore-receipt-a1-b2.json');
  expect(formatVerifyCommand({ id: '../x y', attachments: [] })).toBe(
    'npx wherefore verify wherefore-receipt-..-x-y.json <clone>',
  );
});

test.each([
  ['trace.log', 'trace.log'],
  ['-rf', './-rf'],
  ['$(x) y', "'$(x) y'"],
  ["it's; rm ~", String.raw`'it'\''s; rm ~'`],
])('passes the attachment %j once', (name, quoted) => {
  expect(
    formatVerifyCommand({ id: 'a1', attachments: [createAttachment(name), createAttachment(name)] }),
  ).toBe(`npx wherefore verify wherefore-receipt-a1.json <clone> --file ${quoted}`);
});
