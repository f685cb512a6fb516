/** Reads the content type and the name from a chosen file, or rejects it with the command that makes an archive. */
import { expect, test } from 'vitest';
import { readArchiveFile } from '../../../web/src/lib/features/repositories/archive-file.ts';

test.each([
  ['flask-3.0.tar.gz', 'application/gzip', 'flask-3.0'],
  ['flask.TGZ', 'application/gzip', 'flask'],
  ['my project.zip', 'application/zip', 'my project'],
])('accepts %s as %s with the name “%s”', (name, contentType, archiveName) => {
  expect(readArchiveFile({ name, size: 10 })).toEqual({ ok: true, contentType, name: archiveName });
});

test.each(['notes.docx', 'a.gz', 'tar.gz.txt', 'archive'])('rejects %s', (name) => {
  const archive = readArchiveFile({ name, size: 10 });
  expect(archive.ok).toBe(false);
  expect(archive.ok ? '' : archive.reason).toContain(name);
});

test('rejects an empty file', () => {
  expect(readArchiveFile({ name: 'a.zip', size: 0 }).ok).toBe(false);
});
