/**
 * Normalizes text for instruction matching: removes invisible characters and comment markers, replaces look-alike
 * letters and decodes base64.
 */

const hiddenTags = /[\u{E0020}-\u{E007E}]/gu;
const invisible =
  /\u034F|\u00AD|[\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\uFE00-\uFE0F]/gu;
/** Cyrillic and Greek letters that look like a Latin letter within a Latin word. */
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

export function normalizeForMatching(text: string): string {
  return text
    .replace(
      entities,
      (whole, hex: string | undefined, decimal: string | undefined) => decodeEntity(hex, decimal) ?? whole,
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

function decodeEntity(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

const maxRuns = 10;
/** In characters; the rest of a run is not decoded. */
const maxRunLength = 4_000;
const run = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}/g;

/** Decodes runs of base64 and returns those that are printable text. */
export function decodeBase64Runs(text: string): readonly string[] {
  const runs = text.match(run) ?? [];
  return runs.slice(0, maxRuns).flatMap((run) => {
    const whole = run.slice(0, maxRunLength).replace(/=+$/, '');
    const cut = whole.length % 4 === 1 ? whole.slice(0, -1) : whole;
    const bytes = Uint8Array.from(atob(cut), (letter) => letter.charCodeAt(0));
    const decoded = new TextDecoder().decode(bytes);
    return /^[\t\n\r\u0020-\u{E007F}]+$/u.test(decoded) && !decoded.includes('\uFFFD') ? [decoded] : [];
  });
}
