/** A receipt's file and the command that checks it hold nothing a shell would read otherwise. */
import { expect, test } from 'vitest';
import { receiptFileName, verifyCommand } from '../../web/src/lib/features/ask/receipt-file.ts';

const repository = { id: 'r1', name: 'acme/harbour', kind: 'github', source: null } as const;

test('named by the receipt, and by the folder a clone has', () => {
  expect(receiptFileName({ id: 'a1-b2' })).toBe('wherefore-receipt-a1-b2.json');
  expect(verifyCommand({ id: 'a1', repository })).toBe(
    'npx wherefore verify wherefore-receipt-a1.json ./harbour',
  );
});

test.each(['a; rm -rf ~', '$(x)', '', '-rf', 'a b', '..'])('%j names no folder', (name) => {
  expect(verifyCommand({ id: '../x y', repository: { ...repository, name } })).toBe(
    'npx wherefore verify wherefore-receipt-..-x-y.json ./clone',
  );
});
