import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';
import type { Fingerprint } from './fingerprint-rows.ts';

const schema = `
  CREATE TABLE content (id INTEGER PRIMARY KEY, hash TEXT, chunker TEXT, language TEXT, created_at INTEGER);
  CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT, content_id INTEGER);
  CREATE TABLE place (id INTEGER PRIMARY KEY, repository TEXT, kind TEXT, name TEXT);
  CREATE TABLE edge_set (id INTEGER PRIMARY KEY, repository TEXT, hash TEXT);
  CREATE TABLE edge (set_id INTEGER, line INTEGER, to_place INTEGER);
  CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1);`;

function createFingerprint(statements: string): Fingerprint {
  const data = temporaryFolder();
  const folder = join(data, 'v3/d1/miniflare-D1DatabaseObject');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, `${'0'.repeat(64)}.sqlite`));
  database.exec(schema + statements);
  database.close();
  return fingerprintRows(data);
}

const rows = `
   INSERT INTO content VALUES (1, 'h1', 'c', 'ts', 100), (2, 'h2', 'c', 'ts', 100);
   INSERT INTO file VALUES (1, 'a.ts', 1), (2, 'b.ts', 2);
   INSERT INTO place VALUES (1, 'r1', 'file', 'a.ts'), (2, 'r1', 'file', 'b.ts');
   INSERT INTO edge_set VALUES (1, 'r1', 'e1');
   INSERT INTO edge VALUES (1, 7, 2);
   INSERT INTO words (rowid, text) VALUES (1, 'first words'), (2, 'second words');`;

test('returns no difference between rows that differ only in ids, times and order', () => {
  const other = createFingerprint(
    `INSERT INTO content VALUES (7, 'h2', 'c', 'ts', 200), (9, 'h1', 'c', 'ts', 200);
     INSERT INTO file VALUES (5, 'b.ts', 7), (3, 'a.ts', 9);
     INSERT INTO place VALUES (4, 'r2', 'file', 'b.ts'), (5, 'r2', 'file', 'a.ts');
     INSERT INTO edge_set VALUES (3, 'r2', 'e1');
     INSERT INTO edge VALUES (3, 7, 4);
     INSERT INTO words (rowid, text) VALUES (5, 'second words'), (3, 'first words');`,
  );
  expect(differingRows(createFingerprint(rows), other)).toEqual(new Map());
});

test.each([
  { change: 'a missing row', statement: "DELETE FROM file WHERE path = 'a.ts'", differing: { file: 1 } },
  { change: 'a duplicate row', statement: "INSERT INTO file VALUES (8, 'a.ts', 1)", differing: { file: 1 } },
  {
    change: 'an edge with another target',
    statement: 'UPDATE edge SET to_place = 1',
    differing: { edge: 2 },
  },
  {
    change: 'a row with another reference',
    statement: 'UPDATE file SET content_id = 2',
    differing: { file: 2 },
  },
  {
    change: 'a missing word in the full-text index',
    statement: 'DELETE FROM words WHERE rowid = 2',
    differing: { 'words (full text)': 1 },
  },
  {
    change: 'an additional table',
    statement: 'CREATE TABLE more (a); INSERT INTO more VALUES (1)',
    differing: { more: 1 },
  },
])('counts the differing rows for $change', ({ statement, differing }) => {
  const changed = createFingerprint(`${rows} ${statement};`);
  expect(Object.fromEntries(differingRows(createFingerprint(rows), changed))).toEqual(differing);
});
