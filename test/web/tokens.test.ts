/**
 * Contrast in both themes (WCAG 2.2 AA): text has a ratio of at least 4.5:1 on every background on which it is used. Controls and the
 * focus outline have at least 3:1.
 */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const css = await readFile(new URL('../../web/src/lib/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map((match) => [
    match[1] ?? '',
    { light: match[2] ?? '', dark: match[3] ?? '' },
  ]),
);

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const code = [...tokens.keys()].filter((name) => name.startsWith('code-'));
const pairs: readonly (readonly [
  minRatio: number,
  texts: readonly string[],
  backgrounds: readonly string[],
])[] = [
  [
    4.5,
    ['ink', 'ink-soft'],
    ['page', 'surface', 'sunken', 'hover', 'cited', 'cited-strong', 'good-soft', 'warn-soft', 'bad-soft'],
  ],
  [4.5, ['accent'], ['page', 'surface', 'hover', 'accent-soft']],
  [4.5, ['on-accent'], ['accent']],
  [4.5, ['good'], ['surface', 'good-soft']],
  [4.5, ['warn'], ['page', 'surface', 'warn-soft']],
  [4.5, ['bad'], ['page', 'surface', 'hover', 'cited', 'bad-soft']],
  [4.5, code, ['surface', 'sunken', 'cited', 'cited-strong', 'accent-soft']],
  [3, ['control-line', 'focus'], ['page', 'surface']],
  [3, ['cited-edge'], ['surface', 'cited']],
];

describe.each(['light', 'dark'] as const)('%s theme', (scheme) => {
  test.each(
    pairs.flatMap(([minRatio, texts, backgrounds]) =>
      texts.flatMap((text) => backgrounds.map((background) => [text, background, minRatio] as const)),
    ),
  )('shows %s on %s with a contrast of at least %d', (text, background, minRatio) => {
    const ratio = contrast(tokens.get(text)?.[scheme] ?? '', tokens.get(background)?.[scheme] ?? '');
    expect(ratio).toBeGreaterThanOrEqual(minRatio);
  });
});
