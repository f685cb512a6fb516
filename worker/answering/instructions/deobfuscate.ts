/**
 * Normalizes text for instruction matching: removes invisible characters and comment markers, replaces look-alike
 * letters and decodes base64.
 */

const hiddenTags = /[\u{E0020}-\u{E007E}]/gu;
const invisible =
  /\u034F|\u00AD|[\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\uFE00-\uFE0F]/gu;
/** Of Cyrillic and Greek, those that look like a Latin letter within a Latin word. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ι: 'i',
};
const entities = /&#(?:x([0-9a-f]{2,5})|(\d{2,6}));/gi;

export function normalizeHiddenLetters(text: string): string {
  return text
    .replace(
      entities,
      (whole, hex: string | undefined, decimal: string | undefined) => letterOf(hex, decimal) ?? whole,
    )
    .replace(hiddenTags, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(
      /(?<=[a-z])[аеорсухіѕԁοανι]|[аеорсухіѕԁοανι](?=[a-z])/gu,
      (letter) => lookAlikes[letter] ?? letter,
    )
    .replaceAll('’', "'")
    .replace(/[\s_#*/\\>|"`“”«»;{}-]+/gu, ' ');
}

function letterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** Of one text, so many runs, each to so many letters. */
const mostRuns = 10;
const longestRun = 4_000;
const run = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}/g;

/** What runs of base64 say, where it is words. */
export function decodeBase64Runs(text: string): readonly string[] {
  const runs = text.match(run) ?? [];
  return runs.slice(0, mostRuns).flatMap((one) => {
    const whole = one.slice(0, longestRun).replace(/=+$/, '');
    const cut = whole.length % 4 === 1 ? whole.slice(0, -1) : whole;
    const bytes = Uint8Array.from(atob(cut), (letter) => letter.charCodeAt(0));
    const read = new TextDecoder().decode(bytes);
    return /^[\t\n\r\u0020-\u{E007F}]+$/u.test(read) && !read.includes('\uFFFD') ? [read] : [];
  });
}
