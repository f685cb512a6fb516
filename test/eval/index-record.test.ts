import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { openIndexRecord } from './index-record.ts';

it('remembers across runs what the current sources have indexed', () => {
  const data = temporaryFolder();
  openIndexRecord(data).add('a');
  expect(openIndexRecord(data).stale(['a', 'b'])).toEqual(['b']);
});

it('reports what other sources have indexed', () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'indexed-with.json'), JSON.stringify({ a: 'old' }));
  expect(openIndexRecord(data).stale(['a'])).toEqual(['a']);
});

it('records nothing without a folder', () => expect(openIndexRecord(undefined).stale(['a'])).toEqual([]));
