/** Tests archives read from a stream: once, without their top folder, and within limits although their size is unknown. */

import { describe, expect, it } from 'vitest';
import { createStreamSource } from '../../../../worker/adapters/archive/stream-source.ts';
import { concatStreams, toStream } from '../../../support/files/bytes.ts';
import { zeroTar } from '../../../support/files/hostile-tars.ts';
import { tarEntry, tarGz } from '../../../support/files/tar-bytes.ts';

const limits = { maxUnpackedBytes: 2 ** 40, maxRatio: 200, maxEntries: 100 };

async function read(bytes: Uint8Array, options: Partial<Parameters<typeof createStreamSource>[0]> = {}) {
  const body = toStream(concatStreams(bytes));
  const contents: Record<string, string | undefined> = {};
  for await (const entry of createStreamSource({
    body,
    limits,
    maxPackedBytes: 2 ** 30,
    ...options,
  }).entries()) {
    const content = entry.kind === 'file' ? await entry.read(1_000) : undefined;
    contents[entry.path] = content && new TextDecoder().decode(content);
  }
  return contents;
}

describe('a streamed archive', () => {
  it('has paths without the top folder', async () => {
    const bytes = await tarGz(
      tarEntry('acme-quay-1/README.md', { content: 'Quay' }),
      tarEntry('acme-quay-1/src/a.py', { content: 'A = 1' }),
    );
    expect(await read(bytes)).toEqual({ 'README.md': 'Quay', 'src/a.py': 'A = 1' });
  });

  it('returns the needed files regardless of other entries and of how paths are written', async () => {
    const deep = `acme-quay-1/${'pier/'.repeat(25)}`;
    const bytes = await tarGz(
      tarEntry('acme-quay-1/', { type: '5' }),
      tarEntry('acme-quay-1/a', { content: 'a'.repeat(1_500) }),
      tarEntry('acme-quay-1/b', { content: 'B' }),
      tarEntry('c', { content: 'C', prefix: deep.slice(0, -1) }),
      tarEntry('d', { content: 'D', prefix: deep.slice(0, -1) }),
      tarEntry('acme-quay-1/e', { content: 'E', magic: 'gnu' }),
      tarEntry('acme-quay-1/b2', { content: 'b'.repeat(600) }),
    );
    const far = `${'pier/'.repeat(25)}c`;
    const neededFiles = new Set(['b', far, 'e']);
    expect(await read(bytes, { neededFiles })).toEqual({ b: 'B', [far]: 'C', e: 'E' });
    const few = { ...limits, maxEntries: 6 };
    await expect(read(bytes, { neededFiles, limits: few })).rejects.toMatchObject({ code: 'archive_bomb' });
    const cut = bytes.subarray(0, bytes.length - 12);
    await expect(read(cut, { neededFiles })).rejects.toMatchObject({ code: 'archive_invalid' });
  });

  it('is rejected when it exceeds the limits', async () => {
    const bytes = await tarGz(tarEntry('x/a', { content: 'a' }), tarEntry('x/b', { content: 'b' }));
    await expect(read(bytes, { maxPackedBytes: 10 })).rejects.toMatchObject({ code: 'upload_too_large' });
    await expect(read(bytes, { limits: { ...limits, maxEntries: 1 } })).rejects.toMatchObject({
      code: 'archive_bomb',
    });
    await expect(read(await zeroTar(300))).rejects.toMatchObject({ code: 'archive_bomb' });
  });

  it('is reported as damaged when it is truncated', async () => {
    const bytes = await tarGz(tarEntry('x/a', { content: 'a'.repeat(5_000) }));
    await expect(read(bytes.subarray(0, bytes.length - 12))).rejects.toMatchObject({
      code: 'archive_invalid',
    });
  });
});
