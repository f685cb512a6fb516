/** A chosen file gets a content type and a name, or is rejected with the command that makes an archive. */
import { expect, test } from 'vitest';
import { readArchiveFile } from '../../../web/src/lib/features/repositories/archive-file.ts';

test.each([
  ['flask-3.0.tar.gz', 'application/gzip', 'flask-3.0'],
  ['flask.TGZ', 'application/gzip', 'flask'],
  ['my project.zip', 'application/zip', 'my project'],
])('%s', (name, contentType, shown) => {
  expect(readArchiveFile({ name, size: 10 })).toEqual({ ok: true, contentType, name: shown });
});

test.each(['notes.docx', 'a.gz', 'tar.gz.txt', 'archive'])('rejects %s', (name) => {
  const read = readArchiveFile({ name, size: 10 });
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.reason).toContain(name);
});

test('rejects an empty file', () => {
  expect(readArchiveFile({ name: 'a.zip', size: 0 }).ok).toBe(false);
});
