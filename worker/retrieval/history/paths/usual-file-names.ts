/** Knows files that people call by their purpose instead of their name: the changelog, the lockfile, the CI config. */

import { identifierWords, type PathContext } from './path-words.ts';
import { isReleaseNotes } from '../releases/release-sections.ts';

type UsualName = (path: string) => boolean;

const purposes: readonly (readonly [RegExp, UsualName])[] = [
  [/\bread ?me\b/i, matches(/(?:^|\/)readme(?:\.\w+)?$/i)],
  [/\b(?:change ?logs?|release notes|list of changes)\b/i, isReleaseNotes],
  [/\blicen[cs]e\b/i, matches(/(?:^|\/)(?:licen[cs]e|copying)(?:[.-]\w+)?$/i)],
  [/\bcontribut(?:ing|ors?['’]?s?|ion)\b/i, matches(/(?:^|\/)contributing(?:\.\w+)?$/i)],
  [/\bsecurity (?:policy|file|page|doc\w*)\b/i, matches(/(?:^|\/)security\.\w+$/i)],
  [/\bcode of conduct\b/i, matches(/(?:^|\/)code[_-]of[_-]conduct\.\w+$/i)],
  [/\bcode ?owners\b/i, matches(/(?:^|\/)codeowners$/i)],
  [/\block ?file\b/i, matches(/(?:^|\/)(?:(?:package|pnpm)-lock\.\w+|[\w-]+\.lockb?|go\.sum)$/)],
  [/\bdocker ?file\b/i, matches(/(?:^|\/)dockerfile(?:\.\w+)?$/i)],
  [/\bmake ?file\b/i, matches(/(?:^|\/)(?:gnu)?makefile$/i)],
  [/\bgit ?ignore\b/i, matches(/(?:^|\/)\.gitignore$/)],
  [
    /\b(?:ci|continuous integration)\b/i,
    matches(
      /^\.github\/workflows\/(?:ci|tests?|build|main|check)\.ya?ml$|^\.circleci\/config\.yml$|^\.travis\.yml$|^\.?azure-pipelines\.yml$/,
    ),
  ],
  [
    /\b(?:(?:package|project|build) (?:manifest|metadata|config\w*|settings|file)|manifest)\b/i,
    matches(
      /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|cargo\.toml|go\.mod|composer\.json|[\w-]+\.gemspec|pom\.xml)$/i,
    ),
  ],
  [
    /\blint(?:er|ing)? (?:config\w*|settings|rules|setup)\b/i,
    matches(
      /(?:^|\/)\.?(?:eslint(?:rc)?(?:\.config)?\.\w+|eslintrc|ruff\.toml|flake8|golangci\.ya?ml|rubocop\.yml|oxlintrc\.json)$/i,
    ),
  ],
  [/\b(?:typescript|ts|compiler) (?:config\w*|settings|options file)\b/i, matches(/(?:^|\/)tsconfig\.json$/)],
  [/\bpre-?commit\b/i, matches(/^\.pre-commit-config\.ya?ml$/)],
];
const baseScore = 2.6;
/** The word usually means the file of the whole repository. */
const depthPenalty = 0.3;
const parentBonus = 0.7;
const deniedPenalty = 2;

export function findUsualNames(text: string): readonly UsualName[] {
  return purposes.flatMap(([purpose, fits]) => (purpose.test(text) ? [fits] : []));
}

/** @returns 0 if the place is not one of those that the question calls by their purpose */
export function rateUsualName(
  { path }: { readonly path: string },
  spoken: readonly string[],
  usual: readonly UsualName[],
  { denied }: PathContext,
): number {
  if (!usual.some((fits) => fits(path))) return 0;
  const parents = path
    .split('/')
    .slice(0, -1)
    .filter((name) => !name.startsWith('.'));
  const words = parents.flatMap(identifierWords);
  const support = words.filter((word) => spoken.includes(word)).length * parentBonus;
  return (
    baseScore +
    support -
    parents.length * depthPenalty -
    (words.some((word) => denied.has(word)) ? deniedPenalty : 0)
  );
}

function matches(pattern: RegExp): UsualName {
  return (path) => pattern.test(path);
}
