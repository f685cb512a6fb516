/**
 * Renders SVG as PNG with resvg. The library and the fonts are loaded with the first image, because most isolates never draw one.
 */

import type { ImageRenderer } from '../../ports/previews/image-renderer.ts';

type Render = (svg: string) => Uint8Array<ArrayBuffer>;

/** One instance per isolate: the library can be initialized only once. */
let loaded: Promise<Render> | undefined;

export function createResvgImageRenderer(): ImageRenderer {
  return {
    async renderPng(svg) {
      loaded ??= load();
      return (await loaded)(svg);
    },
  };
}

async function load(): Promise<Render> {
  const [{ initWasm, Resvg }, { default: module }, { default: regular }, { default: semibold }] =
    await Promise.all([
      import('@resvg/resvg-wasm'),
      import('@resvg/resvg-wasm/index_bg.wasm'),
      import('@fontsource/inter/files/inter-latin-400-normal.woff2'),
      import('@fontsource/inter/files/inter-latin-600-normal.woff2'),
    ]);
  await initWasm(module);
  const fontBuffers = [new Uint8Array(regular), new Uint8Array(semibold)];
  return (svg) => {
    const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Inter' } });
    const image = drawing.render();
    try {
      // A copy, because the library's memory is freed.
      return new Uint8Array(image.asPng());
    } finally {
      image.free();
      drawing.free();
    }
  };
}
