/** Packs this project's own source as `npm start` indexes it: the files that git lists, with their content on disk. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { isOwnEvidence } from '../../../clients/cli/indexing/index-own-source.ts';

const projectFolder = join(import.meta.dirname, '../../..');

/** Paths that suffice for questions about claim checks: a tenth of the files, indexed in a tenth of the time. */
export const answeringSource = /^README\.md$|^worker\/(?:core|answering)\/.*\.ts$/;

/** Packs all files, or the files whose paths match. Also returns their content, since the work tree may change while a test runs. */
export async function packProject(
  pathPattern?: RegExp,
): Promise<{ archive: Uint8Array; files: ReadonlyMap<string, Buffer> }> {
  const listing = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  const existingPaths = listing
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(projectFolder, path)));
  const paths = existingPaths.filter((path) => isOwnEvidence(path) && (pathPattern?.test(path) ?? true));
  const files = new Map(paths.map((path) => [path, readFileSync(join(projectFolder, path))] as const));
  const entries = [...files].map(([name, body]) => ({
    header: { name, size: body.byteLength },
    body: new Uint8Array(body),
  }));
  return { archive: gzipSync(await packTar(entries)), files };
}
