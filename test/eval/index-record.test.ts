import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openIndexRecord } from './index-record.ts';

it('knows what these sources have indexed, in the next run too', () => {
  const data = temporaryFolder();
  openIndexRecord(data).add('a');
  expect(openIndexRecord(data).stale(['a', 'b'])).toEqual(['b']);
});

it('tells what other sources have indexed', () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'indexed-with.json'), JSON.stringify({ a: 'of old' }));
  expect(openIndexRecord(data).stale(['a'])).toEqual(['a']);
});

it('keeps nothing without a folder', () => expect(openIndexRecord(undefined).stale(['a'])).toEqual([]));
