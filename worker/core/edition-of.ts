/**
 * Which document a file is an edition of, and in which language: `docs/fr/guide.md`, `docs/en/guide.md` and `docs/guide.md` are one,
 * and so are `README.md` and `README.zh-CN.md`, `locales/en.ts` and `locales/fr.ts`.
 */

/** ISO 639-1 codes that name folders and files of translations, other than English. */
export const languageCodes =
  'am|ar|az|bg|bn|ca|cs|da|de|el|es|et|fa|fi|fr|he|hi|hr|hu|hy|id|it|ja|ka|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|ta|te|th|tr|uk|ur|uz|vi|yo|zh';
/** Countries that READMEs are named after instead. */
const ofCountry: Readonly<Record<string, string>> = {
  cn: 'zh',
  tw: 'zh',
  jp: 'ja',
  kr: 'ko',
  br: 'pt',
  ua: 'uk',
};

const byCountry = Object.keys(ofCountry)
  .flatMap((country) => [country, country.toUpperCase()])
  .join('|');

const code = new RegExp(`^(en|${languageCodes})(?:[-_][A-Za-z]{2,4})?$`);
/** Folders below which a folder with such a name holds a translation. */
const roots = new Set(['doc', 'docs', 'documentation', 'i18n', 'content', 'website', 'site']);
/** Folders whose files are named so. */
const ofMessages = new Set([
  'i18n',
  'lang',
  'langs',
  'locale',
  'locales',
  'messages',
  'translation',
  'translations',
]);
const suffixed = new RegExp(
  `^(.+(?=\\.)|(?:[A-Z][A-Z_]+|readme)(?=[-_]))[-_.](en|${languageCodes}|${byCountry}|ZH|JA|KO)(?:[-_][A-Za-z]{2,4})?\\.(md|mdx|markdown|rst|adoc|txt)$`,
);
/** Longer paths, and folders further down, are not looked at. */
const maxPath = 1_024;
const maxSegments = 40;

export interface Edition {
  /** The same for all editions of a document. */
  readonly document: string;
  /** Undefined where the path names none. */
  readonly language: string | undefined;
}

export function editionOf(path: string): Edition {
  if (path.length > maxPath) return { document: path, language: undefined };
  const segments = path.split('/', maxSegments);
  const name = segments.at(-1) ?? '';
  const folder = segments.findIndex(
    (segment, at) =>
      at < segments.length - 1 &&
      code.test(segment) &&
      segments.slice(0, at).some((before) => roots.has(before) || ofMessages.has(before)),
  );
  if (folder >= 0)
    return { document: without(segments, folder), language: languageOf(segments[folder] ?? '') };
  const [, stem, language, extension] = suffixed.exec(name) ?? [];
  if (stem !== undefined && language !== undefined)
    return {
      document: [...segments.slice(0, -1), `${stem}.${extension}`].join('/'),
      language: languageOf(language),
    };
  const bare = name.slice(0, Math.max(0, name.indexOf('.')));
  if (code.test(bare) && ofMessages.has(segments.at(-2) ?? ''))
    return {
      document: [...segments.slice(0, -1), name.slice(bare.length)].join('/'),
      language: languageOf(bare),
    };
  return { document: path, language: undefined };
}

/** Docusaurus keeps translations of `docs/` under `i18n/fr/docusaurus-plugin-content-docs/current/`. */
function without(segments: readonly string[], at: number): string {
  return [...segments.slice(0, at), ...segments.slice(at + 1)]
    .join('/')
    .replace(/(?:^|(?<=\/))i18n\/docusaurus-plugin-content-docs\/current\//, 'docs/');
}

function languageOf(written: string): string {
  const language = written.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return ofCountry[language] ?? language;
}
