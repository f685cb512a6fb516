/**
 * Cleans a commit message for use as a question by removing text for code hosts and release tools. Excludes messages that do not describe code,
 * such as reverts, releases, dependency updates and very short messages.
 */

const minLength = 15;
const minWords = 3;
const maxLength = 480;

const excludedSubject =
  /^(?:revert|merge|bump|release|releasing|prepare|version|update (?:dependency|dependencies|changelog|readme|version|contributors|sponsors|release notes)|upgrade (?:dependency|dependencies)|v?\d+\.\d+|back to development|start (?:development|version)|next version|lint|format|typo|wip|formatting|changelog)\b/i;
const excludedType = /^(?:chore|build|ci|docs?|tests?|style|release|deps)(?:\([^)]*\))?!?:/i;
/** Words about tooling and documentation, anywhere in the first line. */
const toolingWords =
  /\b(?:docstrings?|docblocks?|phpstan|rubocop|gofmt|typos?|mypy|pyright|eslint|clippy|pre-commit|changelog|linter|linting|copyright|license)\b/i;
/** Commit types and scopes such as `fix(router)!: `, `plugins.twitch: ` and `[core] `. */
const prefix = /^(?:\[[^\]]{1,40}\]\s*|[\w./*{},-]{1,60}(?:\([^)]{0,60}\))?!?:\s+)/;
const trailer =
  /^(?:[a-z-]+-by|closes?|closed|fix(?:es|ed)?|resolves?|refs?|see(?: also)?|related(?: to)?|change-id|pr-url|cc|issue|ticket|part of|backport of|\(cherry picked)\b:?\s*(?:#|gh-|http|[\w.-]+\/[\w.-]+#|[^\s]+@|.{0,60}<)/i;

/** @returns one line of at most 480 characters, or undefined for an excluded message */
export function cleanMessage(message: string): string | undefined {
  const [first = '', ...rest] = message.split('\n');
  const plain = stripMarkup(first);
  if (excludedSubject.test(plain) || excludedType.test(plain)) return undefined;
  const subject = stripMarkup(plain.replace(prefix, '').replace(prefix, ''));
  if (
    excludedSubject.test(subject) ||
    toolingWords.test(subject) ||
    subject.length < minLength ||
    subject.split(' ').length < minWords
  )
    return undefined;
  const body = [...new Set(rest.filter(isProse).map(stripMarkup).flatMap(stripType))]
    .filter((line) => line !== subject)
    .join(' ');
  const cleaned = body === '' ? subject : `${subject.replace(/[.:]$/, '')}. ${body}`;
  return truncateAtWord(cleaned);
}

/** Reads the pull request number at the end of the first line, where code hosts write it. */
export function readPullRequestNumber(message: string): number | null {
  const [first = ''] = message.split('\n');
  const number = /\(#(\d{1,7})\)\s*$/.exec(first)?.[1];
  return number === undefined ? null : Number(number);
}

function isProse(line: string): boolean {
  return !trailer.test(line.trim()) && !/^\s*(?:```|---|===|#{1,6}\s|<!--)/.test(line);
}

/** Strips the commit type from a body line that is the subject of a squashed commit. */
function stripType(line: string): string[] {
  if (line === '' || excludedType.test(line)) return [];
  return [line.replace(/^(?:feat|fix|perf|refactor)(?:\([^)]{0,60}\))?!?:\s+/, '')];
}

function stripMarkup(line: string): string {
  return line
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\(?(?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d+\)?|\bGH-\d+\b/g, '')
    .replace(/:[a-z_]{3,30}:/g, '')
    .replace(/^[\s*>\-–•]+|^[^\p{L}\p{N}`'"([<_@$.]+/gu, '')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function truncateAtWord(text: string): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, text.lastIndexOf(' ', maxLength));
}
