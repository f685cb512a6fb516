/**
 * Detects translations of the same document. `docs/fr/guide.md`, `docs/en/guide.md` and `docs/guide.md` are translations of one document; so
 * are `README.md` and `README.zh-CN.md`, and `locales/en.ts` and `locales/fr.ts`.
 */

/** ISO 639-1 codes other than English that name folders and files of translations. */
export const languageCodes =
  'am|ar|az|bg|bn|ca|cs|da|de|el|es|et|fa|fi|fr|he|hi|hr|hu|hy|id|it|ja|ka|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|ta|te|th|tr|uk|ur|uz|vi|yo|zh';
/** Country codes that READMEs use instead of language codes. */
const languageByCountry: Readonly<Record<string, string>> = {
  cn: 'zh',
  tw: 'zh',
  jp: 'ja',
  kr: 'ko',
  br: 'pt',
  ua: 'uk',
};

const countryCodes = Object.keys(languageByCountry)
  .flatMap((country) => [country, country.toUpperCase()])
  .join('|');

const languagePattern = new RegExp(`^(en|${languageCodes})(?:[-_][A-Za-z]{2,4})?$`);
/** Folders in which a folder named after a language contains a translation. */
const roots = new Set(['doc', 'docs', 'documentation', 'i18n', 'content', 'website', 'site']);
/** Folders in which files are named after languages. */
const messageFolders = new Set([
  'i18n',
  'lang',
  'langs',
  'locale',
  'locales',
  'messages',
  'translation',
  'translations',
]);
const suffixedName = new RegExp(
  `^(.+(?=\\.)|(?:[A-Z][A-Z_]+|readme)(?=[-_]))[-_.](en|${languageCodes}|${countryCodes}|ZH|JA|KO)(?:[-_][A-Za-z]{2,4})?\\.(md|mdx|markdown|rst|adoc|txt)$`,
);
/** Longer paths and deeper folders are ignored. */
const maxPathLength = 1_024;
const maxSegments = 40;

export interface DocumentEdition {
  /** The same for all translations of a document. */
  readonly document: string;
  /** Undefined if the path names none. */
  readonly language: string | undefined;
}

export function parseDocumentEdition(path: string): DocumentEdition {
  if (path.length > maxPathLength) return { document: path, language: undefined };
  const segments = path.split('/', maxSegments);
  const name = segments.at(-1) ?? '';
  const folder = segments.findIndex(
    (segment, at) =>
      at < segments.length - 1 &&
      languagePattern.test(segment) &&
      segments.slice(0, at).some((before) => roots.has(before) || messageFolders.has(before)),
  );
  if (folder >= 0)
    return { document: removeSegment(segments, folder), language: normalizeLanguage(segments[folder] ?? '') };
  const [, stem, language, extension] = suffixedName.exec(name) ?? [];
  if (stem !== undefined && language !== undefined)
    return {
      document: [...segments.slice(0, -1), `${stem}.${extension}`].join('/'),
      language: normalizeLanguage(language),
    };
  const bare = name.slice(0, Math.max(0, name.indexOf('.')));
  if (languagePattern.test(bare) && messageFolders.has(segments.at(-2) ?? ''))
    return {
      document: [...segments.slice(0, -1), name.slice(bare.length)].join('/'),
      language: normalizeLanguage(bare),
    };
  return { document: path, language: undefined };
}

/** Docusaurus stores translations of `docs/` in `i18n/fr/docusaurus-plugin-content-docs/current/`. */
function removeSegment(segments: readonly string[], at: number): string {
  return [...segments.slice(0, at), ...segments.slice(at + 1)]
    .join('/')
    .replace(/(?:^|(?<=\/))i18n\/docusaurus-plugin-content-docs\/current\//, 'docs/');
}

function normalizeLanguage(code: string): string {
  const language = code.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return languageByCountry[language] ?? language;
}
