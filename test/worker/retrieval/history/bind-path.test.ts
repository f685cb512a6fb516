/** Binds questions to files and folders of a repository, written or described. */
import { expect, it } from 'vitest';
import { bindPath } from '../../../../worker/retrieval/history/bind-path.ts';

const files = [
  'README.md',
  '.gitignore',
  'scripts/release',
  'src/http/client.ts',
  'src/http/retry-policy.ts',
  'src/storage/client.ts',
  'test/http/client.test.ts',
  'docs/guides/streaming.md',
  'docs/03-caching.md',
  '.github/workflows/nightly.yml',
  'fixtures/certs/one.pem',
].map((path) => ({ path, role: 'source' }));
const bind = (text: string) => bindPath(text, files)?.path;

it.each([
  ['who was in retry-policy.ts recently', 'src/http/retry-policy.ts'],
  ['latest commit on `src/storage`?', 'src/storage'],
  ['newest change to client.ts of the storage', 'src/storage/client.ts'],
  ['client.ts (http, not storage): oldest commit', 'src/http/client.ts'],
  ['.gitignore, last edit', '.gitignore'],
  ['anything new under fixtures/certs/?', 'fixtures/certs'],
  ['when did someone last edit the streaming guide', 'docs/guides/streaming.md'],
  ['last update of the caching docs page', 'docs/03-caching.md'],
  ['who touched the release script', 'scripts/release'],
  ['the nightly workflow: newest commit', '.github/workflows/nightly.yml'],
  ['what happened in the fixtures directory', 'fixtures'],
])('%s', (text, path) => expect(bind(text)).toBe(path));

it.each(['when was the retry limit raised', 'since version 2.0.1, what is new?', 'why does e.g. this fail'])(
  'binds nothing: %s',
  (text) => expect(bind(text)).toBeUndefined(),
);
