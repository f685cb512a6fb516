/** Contract of every blob store: bytes are returned unchanged, and a stream that exceeds its limit stores nothing. */

import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../worker/core/text/hash.ts';
import type { BlobStore } from '../../worker/ports/blob-store.ts';
import { concat, repeatPiece, toStream } from '../support/files/bytes.ts';

const megabyte = 1024 * 1024;
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 7919) % 251);

export function blobStoreContract(open: () => Promise<BlobStore>): void {
  let store: BlobStore;
  beforeEach(async () => {
    store = await open();
  });

  describe('put', () => {
    it('stores the latest bytes under a key', async () => {
      await store.put('jobs/a/1', bytes(1000));
      await store.put('jobs/a/1', bytes(5_000));
      expect(await store.get('jobs/a/1')).toEqual(bytes(5_000));
    });

    it('does not retain the caller’s buffer', async () => {
      const buffer = bytes(10);
      await store.put('k', buffer);
      buffer.fill(0);
      expect(await store.get('k')).toEqual(bytes(10));
    });

    it('stores an empty object', async () => {
      await store.put('empty', new Uint8Array(0));
      expect(await store.get('empty')).toEqual(new Uint8Array(0));
    });
  });

  describe('get', () => {
    it('returns a range, truncated at the end of the object', async () => {
      await store.put('k', bytes(100));
      expect(await store.get('k', { offset: 10, length: 20 })).toEqual(bytes(100).subarray(10, 30));
      expect(await store.get('k', { offset: 90, length: 50 })).toEqual(bytes(100).subarray(90));
      expect(await store.get('k', { offset: 0, length: 1 })).toEqual(bytes(1));
    });

    it('returns undefined for an unknown key', async () => {
      expect(await store.get('nowhere')).toBeUndefined();
      expect(await store.get('nowhere', { offset: 0, length: 1 })).toBeUndefined();
      expect(await store.open('nowhere')).toBeUndefined();
    });
  });

  describe('putStream', () => {
    it.each([
      ['an empty stream', 0, 1],
      ['one byte', 1, 1],
      ['less than one part', 100_000, 3],
      ['exactly one part', megabyte, 5],
      ['several parts', 700_001, 18],
    ])('stores %s', async (_, pieceBytes, pieces) => {
      const size = pieceBytes * pieces;
      const body = toStream(repeatPiece(bytes(pieceBytes), pieceBytes === 0 ? 0 : pieces));
      expect(await store.putStream('upload', body, { maxBytes: size + 1 })).toBe(size);
      const opened = await store.open('upload');
      expect(opened?.size).toBe(size);
      const whole = new Uint8Array(await new Response(opened?.body).arrayBuffer());
      expect(await sha256(whole)).toBe(
        await sha256(concat(...Array<Uint8Array>(pieces).fill(bytes(pieceBytes)))),
      );
    });

    it.each([
      ['within the first part', 100_000],
      ['after some parts', 12 * megabyte],
    ])('rejects a stream that exceeds the limit %s, and stores nothing', async (_, maxBytes) => {
      let cancelled = false;
      const source = toStream(repeatPiece(bytes(megabyte), 40));
      const reader = source.getReader();
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel() {
          cancelled = true;
        },
      });
      await expect(store.putStream('upload', body, { maxBytes })).rejects.toMatchObject({
        code: 'upload_too_large',
        details: { maxBytes },
      });
      expect(await store.get('upload')).toBeUndefined();
      // The caller may read the rest of the stream or cancel it.
      expect(cancelled).toBe(false);
      const rest = body.getReader();
      expect((await rest.read()).value?.byteLength).toBe(megabyte);
      await rest.cancel();
      expect(cancelled).toBe(true);
    });

    it('accepts a stream of exactly the maximum size', async () => {
      expect(
        await store.putStream('upload', toStream(repeatPiece(bytes(1000), 10)), { maxBytes: 10_000 }),
      ).toBe(10_000);
    });

    it('stores nothing if the stream is interrupted', async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(bytes(1000));
          controller.error(new Error('the line was cut'));
        },
      });
      await expect(store.putStream('upload', body, { maxBytes: megabyte })).rejects.toThrow(
        'the line was cut',
      );
      expect(await store.get('upload')).toBeUndefined();
    });
  });

  it('deletes exactly the keys with a prefix', async () => {
    for (let index = 0; index < 30; index += 1) await store.put(`jobs/a/packs/${index}`, bytes(1));
    await store.put('jobs/ab/archive', bytes(2));
    await store.removeAll('jobs/a/');
    expect(await store.get('jobs/a/packs/7')).toBeUndefined();
    expect(await store.get('jobs/ab/archive')).toEqual(bytes(2));
    await store.removeAll('jobs/a/');
  });

  it('uses keys literally', async () => {
    await store.put('jobs/ä b/ü?&%.bin', concat('here'));
    expect(await store.get('jobs/ä b/ü?&%.bin')).toEqual(concat('here'));
  });
}
