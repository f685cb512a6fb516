/** Reads periods of dates, relative periods and versions. */
import { expect, it } from 'vitest';
import { readHistoryPeriod } from '../../../../worker/retrieval/history/read-history-period.ts';

const reference = Date.UTC(2024, 4, 15);
const day = (time: number | undefined) =>
  time === undefined ? '' : new Date(time).toISOString().slice(0, 10);
const days = (text: string) => {
  const period = readHistoryPeriod(text, reference);
  if (period?.kind !== 'dates') return period;
  return `${day(period.from)}..${day(period.to)}`;
};

it.each([
  ['commits to it back in 2021', '2021-01-01..2022-01-01'],
  ['what happened between March 2020 and May 2020', '2020-03-01..2020-06-01'],
  ['anything since June 2022?', '2022-06-01..'],
  ['edits until 2019-07-04', '..2019-07-04'],
  ['during Q3 2018', '2018-07-01..2018-10-01'],
  ['in early 2020', '2020-01-01..2020-05-01'],
  ['what changed last month', '2024-04-01..2024-05-01'],
  ['what changed this year', '2024-01-01..2025-01-01'],
  ['in the past two weeks', '2024-05-01..'],
  ['on 3 February 2017', '2017-02-03..2017-02-04'],
  ['the setup page, october 2022: commits?', '2022-10-01..2022-11-01'],
])('%s', (text, expected) => expect(days(text)).toBe(expected));

it.each([
  ['from 2.1 up to 2.4', '2.1', '2.4', false],
  ['between v1.2.0 and v1.3.0', 'v1.2.0', 'v1.3.0', false],
  ['since release 0.9', '0.9', undefined, false],
  ['which commits of main.rs were shipped in v3.0', undefined, 'v3.0', true],
])('%s', (text, from, to, isSingle) => {
  expect(readHistoryPeriod(text, reference)).toEqual({ kind: 'versions', from, to, isSingle });
});

it('reads no period from a plain number or a version in another place', () => {
  expect(readHistoryPeriod('why is the limit 2048', reference)).toBeUndefined();
});
