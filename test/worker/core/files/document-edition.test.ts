/** Paths of the same document in several languages. */
import { describe, expect, it } from 'vitest';
import { parseDocumentEdition } from '../../../../worker/core/files/document-edition.ts';

describe('translations of one document', () => {
  it.each([
    ['docs/guide.md', 'docs/fr/guide.md', 'fr'],
    ['docs/en/docs/first-steps.md', 'docs/zh-hant/docs/first-steps.md', 'zh'],
    ['README.md', 'README.zh-CN.md', 'zh'],
    ['README.md', 'README_JP.md', 'ja'],
    ['docs/README.md', 'docs/README-ja.md', 'ja'],
    ['src/locales/en.ts', 'src/locales/fr.ts', 'fr'],
    ['docs/links/cors.md', 'i18n/de/docusaurus-plugin-content-docs/current/links/cors.md', 'de'],
    ['themes/locales/en/messages.po', 'themes/locales/pt_BR/messages.po', 'pt'],
  ])('are recognized in %s and %s', (original, translation, language) => {
    expect(parseDocumentEdition(translation)).toEqual({
      document: parseDocumentEdition(original).document,
      language,
    });
  });
});

it.each([
  'src/fr/app.py',
  'docs/how-to-use-it.md',
  'docs/guide.md',
  'src/it.ts',
  'docs/user_id.py',
  'no/a.md',
])('%s has no language in its path', (path) => {
  expect(parseDocumentEdition(path)).toEqual({ document: path, language: undefined });
});
