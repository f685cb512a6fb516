/** Detects a file's role (source, test, docs and so on) from its path. */

import { languageCodes } from './document-edition.ts';
import type { FileRole } from './file.ts';

const testFolder =
  /(?:^|\/)(?:tests?|__tests__|testing|spec|specs|testdata|test[-_](?:data|cases?|fixtures?|helpers?|support|utils?|setup|suite|resources|assets)|fixtures?|__fixtures__|__testfixtures__|__mocks__|e2e|bench(?:es|marks?)?|__benchmarks?__|fuzz)\//;
/** Folders named after the tests in them: `runtime-tests/`, `Acme.Tests/`; `t/` and `test-shrinker/` only at the repository's root. */
const namedTestFolder = /(?:^|\/)(?:[^/]+[-_]tests?|[^/]+\.[A-Za-z]*Tests?)\/|^(?:t|test[-_][^/]+)\//;
const testFile =
  /(?:^|\/)(?:(?:test_[^/]*|conftest)\.py|tests\.(?:py|rs)|(?:test[-_.]setup|setup[-_.](?:tests?|vitest|jest))\.[a-z]+)$|(?:_tests?|\.tests?|\.test-d|\.spec|_spec|\.bench|\.stories)\.[a-z]+$|(?:^|\/)[^/]*(?:Tests?|Benchmarks?)\.(?:java|cs|php|kt)$/;
const exampleFolder =
  /(?:^|\/)(?:_?examples?|samples?|demos?|tutorials?|docs_src|playground|sandbox|quick-?starts?|cookbook|templates?\/starter)\//i;
const tutorialFolder = /(?:^|\/)(?:tutorials?|cookbook|quick-?starts?)\//i;
const docsFolder = /(?:^|\/)(?:docs?|documentation|website|site|wiki)\//i;
const prose =
  /\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CHANGES|ChangeLog|CHANGELOG|README|NEWS|HISTORY)(?:[-.][A-Z][^/]*)?$/i;
const codeFile =
  /\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|cc?|cpp|hpp|h|rb|cs|php|svelte|vue|css|s[ac]ss|less|sh|ps1|sql|kts?|swift|scala|lua)$/;

/**
 * A folder or file named after a language other than English: `docs/fr/…`, `guide.de.md`, `README-ja.md`, `locales/fr.ts`; but not
 * `how-to-use-it.md`.
 */
const translated: readonly RegExp[] = [
  new RegExp(
    `(?:^|/)(?:docs?|i18n|locales?|translations?|content|lang)/(?:[^/]+/)*?(?:${languageCodes})(?:[-_][A-Za-z]{2,4})?/`,
  ),
  /(?:^|\/)(?:[^/]+\.|(?:[A-Z][A-Z_]+|readme)[_-])(?:ar|bn|cs|de|es|fa|fr|hi|id|it|ja|ko|nl|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(?:[-_][A-Za-z]{2,4})?\.(?:md|mdx|rst|markdown)$/,
  /(?:^|\/)readme[-_.](?:cn|jp|kr|tw|zh|ja|ko|br|ua)(?:[-_][a-z]{2,4})?\.[a-z]+$/i,
  new RegExp(
    `(?:^|/)(?:i18n|locales?|translations?|langs?|messages)/(?:[^/]+[-_.])?(?:${languageCodes})(?:[-_][A-Za-z]{2,4})?\\.(?:[cm]?[jt]s|json5?|ya?ml|py|php|rb|properties|toml|ftl|resx)$`,
  ),
  /\.po$/,
];
/** Characters of a path that are read, from its end: paths are untrusted, and some patterns take quadratic time. */
const maxPathLength = 1_024;

const configExtension =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|xml|lock|csv|svg|cmake|gradle|kts|bazel|bzl|nix|mk|gemspec|csproj|fsproj|sln|props|targets)$|[-.]config\.[cm]?[jt]s$/i;
const configName =
  /(?:^|\/)(?:\.[^/]+|Dockerfile[^/]*|(?:GNU)?[Mm]akefile|[Jj]ustfile|Gemfile|Rakefile|Procfile|Pipfile|Vagrantfile|Jenkinsfile|CODEOWNERS|BUILD|WORKSPACE|go\.(?:mod|work)|CMakeLists\.txt|meson\.build|configure\.ac|MANIFEST\.in|robots\.txt)$|(?:^|\/)(?:requirements|constraints)[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/(?:[^/]+\/)?[^/]*\.(?:txt|in)$/;
const issueTemplate = /(?:^|\/)(?:issue|pull_request|discussion)_template(?:\/|\.)/i;
const hiddenFolder = /(?:^|\/)\.[^/]+\//;

/** The order of the checks matters: a README among tests is a test file, and a tutorial with examples is documentation. */
export function detectFileRole(fullPath: string): FileRole {
  const path = fullPath.slice(-maxPathLength);
  const isProse = prose.test(path);
  if (isProse ? isTestDocumentation(path) : testFile.test(path) || testFolder.test(path)) return 'test';
  if (translated.some((pattern) => pattern.test(path))) return 'translation';
  if (isProse) return detectProseRole(path);
  if (exampleFolder.test(path)) return 'example';
  if (namedTestFolder.test(path)) return 'test';
  if (isConfig(path) || hiddenFolder.test(path)) return 'config';
  return docsFolder.test(path) && !codeFile.test(path) ? 'docs' : 'source';
}

/** A page about testing is documentation, unless its docs folder is inside a test folder. */
function isTestDocumentation(path: string): boolean {
  const folder = testFolder.exec(path) ?? namedTestFolder.exec(path);
  if (folder === null) return false;
  const docs = docsFolder.exec(path);
  return docs === null || docs.index > folder.index;
}

function detectProseRole(path: string): FileRole {
  if (isConfig(path) || issueTemplate.test(path)) return 'config';
  const isTutorial = docsFolder.test(path) || tutorialFolder.test(path);
  return exampleFolder.test(path) && !isTutorial ? 'example' : 'docs';
}

function isConfig(path: string): boolean {
  return configExtension.test(path) || configName.test(path);
}
