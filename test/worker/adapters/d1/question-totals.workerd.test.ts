/** Totals of questions: concurrent ones all count, and each account has its own. */
import { expect, it } from 'vitest';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

it('counts concurrent questions of an account, and forgets them with it', async () => {
  const totals = (await openWorkbench()).services.questionTotals;
  const [anna, ben] = [{ id: 'anna' }, { id: 'ben' }];
  await Promise.all([anna, ben, anna, anna].map((owner) => totals.add(owner)));
  expect(await totals.read(anna)).toBe(3);
  expect(await totals.read(ben)).toBe(1);
  await totals.remove(anna);
  expect(await totals.read(anna)).toBe(0);
  expect(await totals.read(ben)).toBe(1);
});
