/**
 * A commit's message as a question could be put: what it says, without what only a code host or a release tool reads.
 * Undefined for messages that say nothing of the code: reverts, releases, dependency updates, a few words.
 */

const minLength = 15;
const minWords = 3;
const maxLength = 480;

const unwanted =
  /^(?:revert|merge|bump|release|releasing|prepare|version|update (?:dependency|dependencies|changelog|readme|version|contributors|sponsors|release notes)|upgrade (?:dependency|dependencies)|v?\d+\.\d+|back to development|start (?:development|version)|next version|lint|format|typo|wip|formatting|changelog)\b/i;
const unwantedType = /^(?:chore|build|ci|docs?|tests?|style|release|deps)(?:\([^)]*\))?!?:/i;
/** What is said of the code's surroundings anywhere in the first line. */
const aside =
  /\b(?:docstrings?|docblocks?|phpstan|rubocop|gofmt|typos?|mypy|pyright|eslint|clippy|pre-commit|changelog|linter|linting|copyright|license)\b/i;
/** `fix(router)!: `, `plugins.twitch: `, `[core] `. */
const prefix = /^(?:\[[^\]]{1,40}\]\s*|[\w./*{},-]{1,60}(?:\([^)]{0,60}\))?!?:\s+)/;
const trailer =
  /^(?:[a-z-]+-by|closes?|closed|fix(?:es|ed)?|resolves?|refs?|see(?: also)?|related(?: to)?|change-id|pr-url|cc|issue|ticket|part of|backport of|\(cherry picked)\b:?\s*(?:#|gh-|http|[\w.-]+\/[\w.-]+#|[^\s]+@|.{0,60}<)/i;

/** @returns one line of at most 480 characters. */
export function cleanMessage(message: string): string | undefined {
  const [first = '', ...rest] = message.split('\n');
  const plain = withoutMarks(first);
  if (unwanted.test(plain) || unwantedType.test(plain)) return undefined;
  const subject = withoutMarks(plain.replace(prefix, '').replace(prefix, ''));
  if (
    unwanted.test(subject) ||
    aside.test(subject) ||
    subject.length < minLength ||
    subject.split(' ').length < minWords
  )
    return undefined;
  const body = [...new Set(rest.filter(isSaying).map(withoutMarks).flatMap(statement))]
    .filter((line) => line !== subject)
    .join(' ');
  const whole = body === '' ? subject : `${subject.replace(/[.:]$/, '')}. ${body}`;
  return cutAtWord(whole);
}

/** The request's number that the first line ends with, as code hosts write it. */
export function pullRequestOf(message: string): number | null {
  const [first = ''] = message.split('\n');
  const number = /\(#(\d{1,7})\)\s*$/.exec(first)?.[1];
  return number === undefined ? null : Number(number);
}

function isSaying(line: string): boolean {
  return !trailer.test(line.trim()) && !/^\s*(?:```|---|===|#{1,6}\s|<!--)/.test(line);
}

/** A line of the body; one that is the first line of another commit is read as such. */
function statement(line: string): string[] {
  if (line === '' || unwantedType.test(line)) return [];
  return [line.replace(/^(?:feat|fix|perf|refactor)(?:\([^)]{0,60}\))?!?:\s+/, '')];
}

function withoutMarks(line: string): string {
  return line
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\(?(?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d+\)?|\bGH-\d+\b/g, '')
    .replace(/:[a-z_]{3,30}:/g, '')
    .replace(/^[\s*>\-–•]+|^[^\p{L}\p{N}`'"([<_@$.]+/gu, '')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function cutAtWord(text: string): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, text.lastIndexOf(' ', maxLength));
}
