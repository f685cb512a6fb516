import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { openIndexRecord } from './index-record.ts';

it('reports a name as stale unless the current sources have indexed it, also in later runs', () => {
  const data = temporaryFolder();
  openIndexRecord(data).add('a');
  expect(openIndexRecord(data).findStale(['a', 'b'])).toEqual(['b']);
});

it('reports a name as stale if other sources have indexed it', () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'indexed-with.json'), JSON.stringify({ a: 'old' }));
  expect(openIndexRecord(data).findStale(['a'])).toEqual(['a']);
});

it('reports nothing as stale without a data folder', () =>
  expect(openIndexRecord(undefined).findStale(['a'])).toEqual([]));
