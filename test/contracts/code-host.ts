/** Contract of every code host, over real HTTP. The subject contains the sample repository as `acme/harbour`. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { CodeHost } from '../../worker/ports/code-host.ts';
import type { SampleRepository } from '../support/github/sample-repository.ts';

interface CodeHostSubject {
  readonly codeHost: CodeHost;
  readonly sample: SampleRepository;
  /** A token that can read `acme/secret`, a private repository with the same commits. */
  readonly token: string;
  readonly login: string;
  /** Commits files to the default branch. */
  readonly push: (files: Readonly<Record<string, string | null>>) => Promise<string>;
}

const harbour = { owner: 'acme', name: 'harbour' };
const anyone = { token: undefined };

export function codeHostContract(open: () => Promise<CodeHostSubject>): void {
  let subject: CodeHostSubject;
  let host: CodeHost;
  beforeEach(async () => {
    subject = await open();
    host = subject.codeHost;
  });

  it('returns a token’s owner, and rejects an invalid token', async () => {
    expect(await host.tokenOwner({ token: subject.token })).toEqual({ login: subject.login });
    await expect(host.tokenOwner({ token: 'ghp_nobody' })).rejects.toMatchObject({ code: 'token_refused' });
    await expect(host.tokenOwner({ token: 'two\nlines' })).rejects.toMatchObject({ code: 'token_refused' });
  });

  it('describes a repository in the host’s spelling, even if the request uses a former name', async () => {
    const described = await host.describe({ owner: 'ACME', name: 'Harbour' }, anyone);
    expect(described).toMatchObject({
      ...harbour,
      isPrivate: false,
      isArchived: false,
      defaultBranch: 'main',
    });
    expect(await host.describe({ owner: 'acme', name: 'port' }, anyone)).toEqual(described);
  });

  it('does not find repositories that the token cannot see', async () => {
    const secret = { owner: 'acme', name: 'secret' };
    await expect(host.describe(secret, anyone)).rejects.toMatchObject({ code: 'source_not_found' });
    expect(await host.describe(secret, { token: subject.token })).toMatchObject({ isPrivate: true });
  });

  describe('for refs, the host', () => {
    it('resolves branches, tags and commits', async () => {
      const [main = '', tagged = ''] = [subject.sample.commits.at(-1), subject.sample.commits[1]];
      expect(await host.resolve(harbour, undefined, anyone)).toMatchObject({
        kind: 'branch',
        name: 'main',
        commit: main,
      });
      expect(await host.resolve(harbour, 'feature/lamps', anyone)).toMatchObject({
        kind: 'branch',
        commit: subject.sample.branch,
      });
      expect(await host.resolve(harbour, 'v1.0', anyone)).toMatchObject({ kind: 'tag', commit: tagged });
      // An annotated tag resolves to its commit.
      expect(await host.resolve(harbour, 'v2.0', anyone)).toMatchObject({ kind: 'tag', commit: main });
      for (const ref of [tagged, tagged.slice(0, 9)])
        expect(await host.resolve(harbour, ref, anyone)).toMatchObject({ kind: 'commit', commit: tagged });
    });

    it('returns `unchanged` until the ref moves', async () => {
      const resolved = await host.resolve(harbour, 'main', anyone);
      const etag = resolved === 'unchanged' ? undefined : resolved.etag;
      expect(await host.resolve(harbour, 'main', { ...anyone, etag })).toBe('unchanged');
      const commit = await subject.push({ 'README.md': '# New\n' });
      expect(await host.resolve(harbour, 'main', { ...anyone, etag })).toMatchObject({ commit });
    });

    it('lists the closest matches for an unknown ref', async () => {
      await expect(host.resolve(harbour, '1.0', anyone)).rejects.toMatchObject({
        code: 'ref_not_found',
        details: { nearest: expect.arrayContaining(['v1.0']) },
      });
    });

    it('separates a ref with slashes from a path', async () => {
      expect(await host.splitRefAndPath(harbour, 'feature/lamps/src', anyone)).toEqual({
        ref: 'feature/lamps',
        path: 'src',
      });
      expect(await host.splitRefAndPath(harbour, 'v1.0/src/a b', anyone)).toEqual({
        ref: 'v1.0',
        path: 'src/a b',
      });
      expect(await host.splitRefAndPath(harbour, 'main', anyone)).toEqual({ ref: 'main', path: '' });
      await expect(host.splitRefAndPath(harbour, 'none/src', anyone)).rejects.toMatchObject({
        code: 'ref_not_found',
      });
    });

    it('lists branches and tags up to a limit', async () => {
      expect(await host.refs(harbour, 100, anyone)).toEqual({
        branches: ['feature/lamps', 'main'],
        tags: ['v2.0', 'v1.0'],
      });
      expect(await host.refs(harbour, 1, anyone)).toEqual({ branches: ['feature/lamps'], tags: ['v2.0'] });
    });
  });

  describe('for files, the host', () => {
    it('returns a commit as a tar.gz', async () => {
      const body = await host.archive(harbour, subject.sample.commits.at(-1) ?? '', anyone);
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
      await expect(host.archive(harbour, '1'.repeat(40), anyone)).rejects.toMatchObject({
        code: 'source_not_found',
      });
    });

    it('lists the differing files, with moved ones as removed and added', async () => {
      const [first = '', second = ''] = subject.sample.commits;
      expect(await host.compare(harbour, { base: first, head: second }, anyone)).toEqual({
        files: [
          { path: 'src/reader.py', status: 'removed' },
          { path: 'src/gauge.py', status: 'added' },
        ],
        isWhole: true,
      });
      // If the base is ahead of the head, the host lists no files.
      expect(await host.compare(harbour, { base: second, head: first }, anyone)).toMatchObject({
        isWhole: false,
      });
    });

    it('lists a tree: files, links and submodules', async () => {
      const { files, isWhole } = await host.tree(harbour, 'main', anyone);
      expect(isWhole).toBe(true);
      const kinds = Object.fromEntries(files.map(({ path, kind }) => [path, kind]));
      expect(kinds).toMatchObject({
        'README.md': 'file',
        latest: 'symlink',
        lamp: 'submodule',
        'src/lock #1.py': 'file',
      });
      expect(kinds).not.toHaveProperty('src');
    });

    it('reads one file with any name, up to the maximum size', async () => {
      const location = { commit: 'main', path: 'src/lock #1.py', maxBytes: 100 };
      expect(new TextDecoder().decode(await host.file(harbour, location, anyone))).toBe('LOCKS = 5\n');
      expect(await host.file(harbour, { ...location, maxBytes: 5 }, anyone)).toBeUndefined();
      for (const path of ['nothing.py', 'src'])
        await expect(host.file(harbour, { ...location, path }, anyone)).rejects.toMatchObject({
          code: 'file_not_found',
        });
    });

    it('finds paths by words in their files, only with a token', async () => {
      expect(await host.searchCode(harbour, ['LOCKS'], 5, { token: subject.token })).toEqual([
        'src/lock #1.py',
      ]);
      await expect(host.searchCode(harbour, ['LOCKS'], 5, anyone)).rejects.toMatchObject({
        code: 'token_refused',
      });
    });
  });
}
