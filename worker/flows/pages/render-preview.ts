/** Renders the preview image of a page, at most once per isolate for the same content in the same scope. */

import { createByteCache } from '../../core/byte-cache.ts';
import { sha256 } from '../../core/text/hash.ts';
import type { Services } from '../services.ts';
import { drawPreview } from './image/draw-preview.ts';
import type { PreviewImage } from './page-summary.ts';

const cache = createByteCache<Uint8Array<ArrayBuffer>>(4_000_000);
const hashLength = 16;

/** Identifies the content of an image. */
export async function hashPreview(image: PreviewImage): Promise<string> {
  return (await sha256(drawPreview(image))).slice(0, hashLength);
}

/**
 * @param scope the path of a page that not everyone may read, so that nobody can measure whether another page has the same image; otherwise ''
 * @returns a PNG file
 */
export async function renderPreview(
  { imageRenderer }: Pick<Services, 'imageRenderer'>,
  image: PreviewImage,
  scope: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const svg = drawPreview(image);
  const key = `${await sha256(svg)} ${scope}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const png = await imageRenderer.renderPng(svg);
  cache.set(key, png, png.byteLength + key.length);
  return png;
}
