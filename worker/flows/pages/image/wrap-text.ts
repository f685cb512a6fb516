/**
 * Splits text into lines for the preview image, whose renderer does not wrap. The widths are those of the font Inter, which has Latin letters
 * only; kerning is ignored.
 */

export interface TextStyle {
  /** Font size in pixels. */
  readonly size: number;
  readonly weight: 400 | 600;
}

/** Advance widths of U+0020 to U+007E in thousandths of the font size. */
const widths: Readonly<Record<TextStyle['weight'], readonly number[]>> = {
  // prettier-ignore
  400: [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360,
    631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511,
    966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
    639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456,
    323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600,
    612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
  ],
  // prettier-ignore
  600: [
    252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379,
    660, 423, 623, 636, 666, 612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543,
    999, 728, 659, 737, 722, 605, 588, 749, 746, 277, 580, 703, 565, 922, 759, 769,
    645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481, 469,
    351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609,
    624, 624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
  ],
};
/** Wider than most other characters, so that lines never overflow noticeably. */
const otherWidth = 700;
const firstCharacter = 0x20;

/** Characters that the font has. */
const drawable =
  /[\u0020-\u007e\u00a1-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u2191\u2193\u2212]/u;

/** Omits symbols that the font does not have, such as emoji. @returns undefined if letters are missing, or nothing is left */
export function removeUndrawable(text: string): string | undefined {
  const characters = [...text.normalize('NFC').replaceAll(/\s/gu, ' ')];
  if (characters.some((character) => !drawable.test(character) && /[\p{L}\p{N}]/u.test(character)))
    return undefined;
  const drawn = characters
    .filter((character) => drawable.test(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
  return drawn === '' ? undefined : drawn;
}

/** Wraps between words, and within words that are longer than a line. Text that does not fit ends with an ellipsis. */
export function wrapText(
  text: string,
  style: TextStyle,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly string[] {
  const fits = (line: string): boolean => measure(line, style) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => splitWord(whole, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), shorten(lines[maxLines - 1] ?? '', fits)];
}

function splitWord(word: string, fits: (text: string) => boolean): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function shorten(line: string, fits: (text: string) => boolean): string {
  let start = line;
  while (start !== '' && !fits(`${start}…`)) start = start.slice(0, -1);
  return `${start.trimEnd()}…`;
}

function measure(text: string, { size, weight }: TextStyle): number {
  let total = 0;
  for (const character of text) {
    const index = (character.codePointAt(0) ?? firstCharacter) - firstCharacter;
    total += widths[weight][index] ?? otherWidth;
  }
  return (total * size) / 1000;
}
