/** The image renderer in the Workers runtime, with its real library and fonts. */
import { expect, it } from 'vitest';
import { createResvgImageRenderer } from '../../../../worker/adapters/resvg/image-renderer.ts';

const drawing = (text: string, weight: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#fff"/><text x="10" y="40" font-family="Inter" font-weight="${weight}" font-size="30">${text}</text></svg>`;

it('renders a PNG in the size of the drawing', async () => {
  const png = await createResvgImageRenderer().renderPng(drawing('Where', 600));
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([200, 60]);
});

it('draws text in both weights', async () => {
  const renderer = createResvgImageRenderer();
  const images = await Promise.all(
    [drawing('', 400), drawing('Where', 400), drawing('Where', 600), drawing('Why', 600)].map((svg) =>
      renderer.renderPng(svg),
    ),
  );
  expect(new Set(images.map((png) => png.join(','))).size).toBe(4);
});
