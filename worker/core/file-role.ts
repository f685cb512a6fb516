/** What a file is for, read from its path. */

import type { FileRole } from './file.ts';

const testPath =
  /(?:^|\/)(?:tests?|__tests__|testing|spec|specs|testdata|fixtures?|__mocks__|e2e|benchmarks?|bench)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|(?:_test|\.test|\.spec|_spec|\.stories)\.[a-z]+$|(?:^|\/)[^/]*Tests?\.(?:java|cs|php|kt)$/;
const examplePath =
  /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|docs_src|playground|sandbox|templates?\/starter)\//i;
const docsPath = /(?:^|\/)(?:docs?|documentation|website|site|wiki)\/|\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
/**
 * A folder or suffix that names a language other than English: `docs/fr/…`, `guide.de.md`, `README-ja.md`; not `how-to-use-it.md`.
 */
const translationPath =
  /(?:^|\/)(?:docs?|i18n|locales?|translations?|content|lang)\/(?:[^/]+\/)*?(?!en[-_/])(?:am|ar|az|bg|bn|ca|cs|da|de|el|es|et|fa|fi|fr|he|hi|hr|hu|hy|id|it|ja|ka|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|ta|te|th|tr|uk|ur|uz|vi|yo|zh)(?:[-_][A-Za-z]{2,4})?\/|(?:^|\/)(?:[^/]+\.|(?:[A-Z][A-Z_]+|readme)[_-])(?!en\b)(?:ar|bn|cs|de|es|fa|fr|hi|id|it|ja|ko|nl|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(?:[-_][A-Za-z]{2,4})?\.(?:md|mdx|rst|markdown)$/;
/** Read of a path, from its end: paths come from strangers, and some of the patterns cost the square of their length. */
const maxPath = 1_024;

const configPath =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|xml|lock|csv|svg)$|(?:^|\/)(?:\.[^/]+|Dockerfile|Makefile|justfile)$|(?:^|\/)\.[^/]+\//i;

/** The role a path tells. The order matters: a test's README is of the tests. */
export function roleOfPath(fullPath: string): FileRole {
  const path = fullPath.slice(-maxPath);
  if (testPath.test(path)) return 'test';
  if (translationPath.test(path)) return 'translation';
  if (examplePath.test(path)) return 'example';
  if (
    docsPath.test(path) &&
    !/\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|cc?|cpp|hpp|rb|cs|php|svelte|vue)$/.test(path)
  )
    return 'docs';
  if (configPath.test(path)) return 'config';
  return 'source';
}
