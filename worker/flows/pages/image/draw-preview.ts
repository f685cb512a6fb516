/**
 * Draws the image of a link preview as SVG: what the page is about, large, and its facts below. The size is the one that Open Graph
 * readers expect: https://ogp.me/#structured
 */

import { serviceName, type PreviewImage } from '../page-summary.ts';
import { removeUndrawable, wrapText, type TextStyle } from './wrap-text.ts';

export const previewWidth = 1200;
export const previewHeight = 630;

const margin = 80;
const textWidth = previewWidth - 2 * margin;
const ink = '#1d1d1b';
const softInk = '#55544f';
const accent = '#1f4fbf';

/** The largest size in which the title fits its lines. */
const titleStyles = [
  { size: 76, weight: 600, maxLines: 2 },
  { size: 60, weight: 600, maxLines: 3 },
  { size: 46, weight: 600, maxLines: 4 },
] as const satisfies readonly (TextStyle & { readonly maxLines: number })[];
const factStyle = { size: 30, weight: 400 } as const satisfies TextStyle;
const factHeight = 44;
const contextBaseline = 200;
const lastBaseline = 566;

interface Line {
  readonly text: string;
  readonly style: TextStyle;
  readonly color: string;
  readonly baseline: number;
}

export function drawPreview({ context, title, plainTitle, facts }: PreviewImage): string {
  const lines = [
    ...layOutContext(context),
    ...layOutTitle(removeUndrawable(title) ?? removeUndrawable(plainTitle) ?? serviceName),
    ...layOutFacts(facts),
  ];
  const texts = lines.map(
    ({ text, style, color, baseline }) =>
      `<text x="${margin}" y="${baseline}" font-size="${style.size}" font-weight="${style.weight}" fill="${color}">${escapeXml(text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${previewWidth}" height="${previewHeight}" viewBox="0 0 ${previewWidth} ${previewHeight}" font-family="Inter">`,
    `<rect width="${previewWidth}" height="${previewHeight}" fill="#fbfbf9"/>`,
    `<rect width="${previewWidth}" height="12" fill="${accent}"/>`,
    drawBrand(),
    ...texts,
    '</svg>',
  ].join('');
}

function layOutContext(context: string): readonly Line[] {
  const style = { size: 34, weight: 400 } as const;
  const text = wrapText(removeUndrawable(context) ?? '', style, { width: textWidth, maxLines: 1 });
  return text.map((line) => ({ text: line, style, color: accent, baseline: contextBaseline }));
}

function layOutTitle(title: string): readonly Line[] {
  const layouts = titleStyles.map((style) => ({
    style,
    lines: wrapText(title, style, { width: textWidth, maxLines: style.maxLines }),
  }));
  // The longest title, or one with a very long word, is cut in the smallest size.
  const layout = layouts.find(({ lines }) => lines.join(' ') === title) ?? layouts.at(-1);
  const { style, lines } = layout ?? { style: titleStyles[0], lines: [] };
  const first = contextBaseline + Math.round(style.size * 1.4);
  return lines.map((text, index) => ({
    text,
    style,
    color: ink,
    baseline: first + Math.round(style.size * 1.22 * index),
  }));
}

/** At the bottom of the image. */
function layOutFacts(facts: string): readonly Line[] {
  const lines = facts
    .split('\n')
    .flatMap((fact, index) =>
      wrapText(removeUndrawable(fact) ?? '', factStyle, { width: textWidth, maxLines: index === 0 ? 2 : 1 }),
    );
  return lines.map((text, index) => ({
    text,
    style: factStyle,
    color: softInk,
    baseline: lastBaseline - factHeight * (lines.length - 1 - index),
  }));
}

/** The app's icon and name, as in `web/static/icon.svg`. */
function drawBrand(): string {
  return [
    `<g transform="translate(${margin} 72) scale(1.75)"><rect width="32" height="32" rx="7" fill="${accent}"/>`,
    '<path d="M7 10.5 11.2 22 16 12.5 20.8 22 25 10.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>',
    '<path d="M8 26.2h16" stroke="#ffd65c" stroke-width="2.4" stroke-linecap="round"/></g>',
    `<text x="${margin + 76}" y="112" font-size="34" font-weight="600" fill="${ink}">${serviceName}</text>`,
  ].join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
