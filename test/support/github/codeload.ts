/**
 * Serves archives at a separate origin, as GitHub does, so that a caller that follows redirects must not send its token along. The address of
 * a private repository's archive contains a single-use token.
 */

import { randomUUID } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Reply } from './reply.ts';
import { Problem } from './rest/problems.ts';
import type { Hosted, State } from './state.ts';

export interface Codeload {
  /** Adds a single-use token to the query of the path. */
  sign(path: string): string;
  answer(url: URL): Promise<Reply>;
}

export function createCodeload(state: State): Codeload {
  const pathsByToken = new Map<string, string>();
  /** Cached archives of recently requested commits. Packing takes seconds, and the content of a commit never changes. */
  const cachedArchives = new Map<string, Buffer>();
  return {
    sign(path) {
      const token = randomUUID();
      pathsByToken.set(token, path);
      return `${path}?token=${token}`;
    },
    async answer(url) {
      const [, owner = '', name = '', ref = ''] =
        /^\/codeload\/([^/]+)\/([^/]+)\/legacy\.tar\.gz\/(.+)$/.exec(url.pathname) ?? [];
      const hosted = state.find(owner, name)?.hosted;
      const token = url.searchParams.get('token') ?? '';
      const isSigned = pathsByToken.get(token) === url.pathname;
      pathsByToken.delete(token);
      if (hosted === undefined || (hosted.data.isPrivate === true && !isSigned)) throw notFound();
      const commit = await hosted.git.resolveCommit(decodeURIComponent(ref));
      if (commit === undefined) throw notFound();
      const folder = `${hosted.data.owner}-${hosted.data.name}-${commit.slice(0, 7)}`;
      const body =
        cachedArchives.get(`${hosted.id} ${commit}`) ??
        pack(hosted, { folder, commit }, (archive) =>
          cacheArchive(cachedArchives, `${hosted.id} ${commit}`, archive),
        );
      return {
        status: 200,
        headers: {
          'content-type': 'application/x-gzip',
          'content-disposition': `attachment; filename=${folder}.tar.gz`,
          etag: `W/"${commit}"`,
        },
        body,
      };
    },
  };
}

function pack(
  { git }: Hosted,
  { folder, commit }: { readonly folder: string; readonly commit: string },
  onComplete: (archive: Buffer) => void,
): Transform {
  const collector = collectBytes(onComplete);
  const tar = git.stream(['archive', '--format=tar', `--prefix=${folder}/`, commit]);
  // On loopback, better compression takes longer than sending more bytes. After a failure the body ends early.
  pipeline(tar, createGzip({ level: 1 }), collector, () => undefined);
  return collector;
}

const maxCached = 4;
const maxCachedBytes = 64 * 1024 * 1024;

function cacheArchive(cachedArchives: Map<string, Buffer>, name: string, archive: Buffer): void {
  cachedArchives.set(name, archive);
  if (cachedArchives.size > maxCached) cachedArchives.delete(cachedArchives.keys().next().value ?? '');
}

/** Passes bytes through. Reports all of them at the end, unless they exceed the cache limit. */
function collectBytes(onComplete: (archive: Buffer) => void): Transform {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes <= maxCachedBytes) pieces.push(piece);
      done(null, piece);
    },
    flush(done) {
      if (bytes <= maxCachedBytes) onComplete(Buffer.concat(pieces));
      done();
    },
  });
}

const notFound = (): Problem => new Problem(404, 'Not Found');
