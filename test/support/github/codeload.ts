/**
 * Archives, at an origin of their own as on GitHub, so that a caller that follows redirects must not carry its token along. Those of
 * private repositories are told only to an address with a token that is good once.
 */

import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Reply } from './reply.ts';
import { Problem } from './rest/problems.ts';
import type { State } from './state.ts';

export interface Codeload {
  /** The path with a token in its query. */
  sign(path: string): string;
  answer(url: URL): Promise<Reply>;
}

export function createCodeload(state: State): Codeload {
  const signed = new Map<string, string>();
  return {
    sign(path) {
      const token = randomUUID();
      signed.set(token, path);
      return `${path}?token=${token}`;
    },
    async answer(url) {
      const [, owner = '', name = '', ref = ''] =
        /^\/codeload\/([^/]+)\/([^/]+)\/legacy\.tar\.gz\/(.+)$/.exec(url.pathname) ?? [];
      const hosted = state.find(owner, name)?.hosted;
      const token = url.searchParams.get('token') ?? '';
      const isSigned = signed.get(token) === url.pathname;
      signed.delete(token);
      if (hosted === undefined || (hosted.data.isPrivate === true && !isSigned)) throw gone();
      const commit = await hosted.git.commitOf(decodeURIComponent(ref));
      if (commit === undefined) throw gone();
      const folder = `${hosted.data.owner}-${hosted.data.name}-${commit.slice(0, 7)}`;
      // On loopback bytes cost less than the time to pack them tighter.
      const zip = createGzip({ level: 1 });
      const tar = hosted.git.stream(['archive', '--format=tar', `--prefix=${folder}/`, commit]);
      // A failure of either is told by the body ending early.
      pipeline(tar, zip, () => undefined);
      return {
        status: 200,
        headers: {
          'content-type': 'application/x-gzip',
          'content-disposition': `attachment; filename=${folder}.tar.gz`,
          etag: `W/"${commit}"`,
        },
        body: zip,
      };
    },
  };
}

const gone = (): Problem => new Problem(404, 'Not Found');
