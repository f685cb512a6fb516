/** The drawing of a link preview: what it shows, and that hostile text stays text. */
import { describe, expect, it } from 'vitest';
import { drawPreview } from '../../../../../worker/flows/pages/image/draw-preview.ts';
import { removeUndrawable, wrapText } from '../../../../../worker/flows/pages/image/wrap-text.ts';

const image = { context: 'octo/parcel', title: 'Where?', plainTitle: 'A question', facts: 'two\nlines' };
const linesOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);
const sizeOf = (svg: string, text: string): number =>
  Number(new RegExp(`font-size="(\\d+)"[^>]*>${text}`).exec(svg)?.[1]);

describe('a drawing', () => {
  it('shows the service, the context, the title and the facts', () => {
    expect(linesOf(drawPreview(image))).toEqual(['Wherefore', 'octo/parcel', 'Where?', 'two', 'lines']);
  });

  it('escapes markup', () => {
    const svg = drawPreview({ ...image, title: '</text><script>&"' });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&amp;"');
  });

  it('has smaller letters for a longer title, and ends a very long one with an ellipsis', () => {
    const long = 'Why does the retry wait twice after the third failure of the server';
    expect(sizeOf(drawPreview({ ...image, title: long }), 'Why')).toBeLessThan(
      sizeOf(drawPreview({ ...image, title: 'Why' }), 'Why'),
    );
    const title = linesOf(drawPreview({ ...image, title: `${long} `.repeat(9).trim() })).slice(2, -2);
    expect(title).toHaveLength(4);
    expect(title.at(-1)).toMatch(/…$/);
  });

  it('keeps a name on one line if a smaller size allows it', () => {
    expect(linesOf(drawPreview({ ...image, title: 'pallets/flask@2ac89889f4cc' }))[2]).toBe(
      'pallets/flask@2ac89889f4cc',
    );
  });

  it('shows the plain title for letters that the font does not have', () => {
    expect(linesOf(drawPreview({ ...image, title: 'どこ?' }))[2]).toBe('A question');
  });
});

describe('text', () => {
  it('loses symbols that the font does not have, but no letters', () => {
    expect(removeUndrawable('ship it 🚀 now\u0007')).toBe('ship it now');
    expect(removeUndrawable('Größe')).toBe('Größe');
    expect(removeUndrawable('где')).toBeUndefined();
    expect(removeUndrawable('🚀')).toBeUndefined();
  });

  it('wraps between words, and within a word that is longer than a line', () => {
    const style = { size: 10, weight: 400 } as const;
    const wrap = (text: string) => wrapText(text, style, { width: 30, maxLines: 9 });
    expect(wrap('aaaa bbbb cccc')).toEqual(['aaaa', 'bbbb', 'cccc']);
    expect(wrap('mmmmmmmm').join('')).toBe('mmmmmmmm');
    expect(wrap('mmmmmmmm').length).toBeGreaterThan(1);
  });
});
