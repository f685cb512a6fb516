/** Packs a source and returns the content of the archive, without its top folder. */

import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { packArchive } from '../../../clients/cli/source/pack-archive.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';

/** Content by path; a symlink is `-> target`. */
type UnpackedFiles = Record<string, string>;

export async function packAndUnpack(source: PackSource): Promise<UnpackedFiles> {
  const archive = new Uint8Array(await new Response(packArchive(source, () => undefined)).arrayBuffer());
  const entries = await unpackTar(new Uint8Array(gunzipSync(archive)), { strict: true });
  const files: UnpackedFiles = {};
  for (const { header, data } of entries) {
    const path = header.name.slice(header.name.indexOf('/') + 1);
    files[path] = header.type === 'symlink' ? `-> ${header.linkname ?? ''}` : new TextDecoder().decode(data);
  }
  return files;
}
