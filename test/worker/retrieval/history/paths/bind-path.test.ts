/** Binds questions to files and folders of a repository, written or described. */
import { describe, expect, it } from 'vitest';
import { bindPath } from '../../../../../worker/retrieval/history/paths/bind-path.ts';

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
  'MAINTAINERS',
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
  ['MAINTAINERS edited last by?', 'MAINTAINERS'],
])('%s', (text, path) => expect(bind(text)).toBe(path));

it.each(['when was the retry limit raised', 'since version 2.0.1, what is new?', 'why does e.g. this fail'])(
  'binds nothing: %s',
  (text) => expect(bind(text)).toBeUndefined(),
);

describe('a file that people call by its purpose', () => {
  const paths = [
    'README.md',
    'packages/core/README.md',
    'HISTORY.md',
    'LICENSE.txt',
    '.github/workflows/ci.yml',
    '.github/workflows/stale.yml',
    'pnpm-lock.yaml',
    'pyproject.toml',
    'src/core/lock.py',
  ].map((path) => ({ path }));

  it.each([
    ['who changed the main README most recently?', 'README.md'],
    ['last edit of the core package’s readme', 'packages/core/README.md'],
    ['when was the changelog touched last', 'HISTORY.md'],
    ['newest commit on the license', 'LICENSE.txt'],
    ['who last edited our CI config', '.github/workflows/ci.yml'],
    ['latest change to the lockfile', 'pnpm-lock.yaml'],
    ['the project metadata, last update?', 'pyproject.toml'],
  ])('%s', (text, path) => expect(bindPath(text, paths)?.path).toBe(path));

  it('is not bound if several are equally near', () => {
    const two = [{ path: 'a/Dockerfile' }, { path: 'b/Dockerfile' }];
    expect(bindPath('last change of the docker file', two)).toBeUndefined();
  });
});
