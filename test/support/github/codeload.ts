/**
 * Archives, at an origin of their own as on GitHub, so that a caller that follows redirects must not carry its token along. Those of
 * private repositories are told only to an address with a token that is good once.
 */

import { randomUUID } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Reply } from './reply.ts';
import { Problem } from './rest/problems.ts';
import type { Hosted, State } from './state.ts';

export interface Codeload {
  /** The path with a token in its query. */
  sign(path: string): string;
  answer(url: URL): Promise<Reply>;
}

export function createCodeload(state: State): Codeload {
  const signed = new Map<string, string>();
  /** Of the commits asked for last: an archive takes seconds to pack, and what it holds is fixed. */
  const packed = new Map<string, Buffer>();
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
      const body =
        packed.get(`${hosted.id} ${commit}`) ??
        pack(hosted, { folder, commit }, (whole) => keep(packed, `${hosted.id} ${commit}`, whole));
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
  tell: (whole: Buffer) => void,
): Transform {
  const kept = keeping(tell);
  const tar = git.stream(['archive', '--format=tar', `--prefix=${folder}/`, commit]);
  // On loopback bytes cost less than the time to pack them tighter. A failure of any is told by the body ending early.
  pipeline(tar, createGzip({ level: 1 }), kept, () => undefined);
  return kept;
}

const mostKept = 4;
const mostKeptBytes = 64 * 1024 * 1024;

function keep(packed: Map<string, Buffer>, name: string, whole: Buffer): void {
  packed.set(name, whole);
  if (packed.size > mostKept) packed.delete(packed.keys().next().value ?? '');
}

/** Hands on what comes, and tells all of it at its end where it is not too much. */
function keeping(tell: (whole: Buffer) => void): Transform {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes <= mostKeptBytes) pieces.push(piece);
      done(null, piece);
    },
    flush(done) {
      if (bytes <= mostKeptBytes) tell(Buffer.concat(pieces));
      done();
    },
  });
}

const gone = (): Problem => new Problem(404, 'Not Found');
