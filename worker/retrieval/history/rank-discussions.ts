/**
 * Ranks pull requests and issues by question words, similarity, linked commits and comments on the file. Weights
 * were set by hand on one repository and verified on another.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { Discussion, DiscussionComment } from '../../core/history/discussion.ts';

/** One thing that was said in it: its body, or a remark. */
export interface Post {
  /** Undefined of the body. */
  readonly remark: DiscussionComment | undefined;
  readonly author: string;
  readonly writtenAt: number;
  readonly body: string;
}

export interface CandidateDiscussion {
  readonly discussion: Discussion;
  /** BM25 over the best found; 0 where it holds no word of the question. */
  readonly words: number;
  /** Score of the best commit it is tied to, over the best of all; 0 where it is tied to none. */
  readonly tied: number;
  /** Likeness of question and the best that was said, 0 to 1. */
  readonly likeness: number;
  /** Named by the question itself, by its number. */
  readonly isNamed: boolean;
}

export interface RankedDiscussion extends CandidateDiscussion {
  /** What says most of what was asked. */
  readonly best: Post;
  /** Share of the names written as code in the question that `best` or the title has as they are, 0 to 1. */
  readonly names: number;
  /** Share of the question's words that title and `best` say, 0 to 1. */
  readonly held: number;
  readonly score: number;
}

export interface DiscussionQuery {
  readonly terms: readonly QuestionTerm[];
  /** Weight of a word, the rarer the more. */
  readonly weight: (word: string) => number;
  /** Names written as code in the question. */
  readonly identifiers: readonly string[];
  /** Files its lines are of. */
  readonly paths: ReadonlySet<string>;
}

const weights = { words: 0.8, held: 1.2, identifier: 1.5, tied: 0.5, likeness: 0.9, onFile: 0.25 };
/** UTF-16 units of one saying that are read. */
const read = 6_000;
/** Written by programs: told by their names, as the host tells them. */
const program = /\[bot\]$|^(?:codecov|dependabot|renovate|github-actions|coveralls|netlify|vercel)\b/i;

export function rankDiscussions(
  candidates: readonly CandidateDiscussion[],
  asked: DiscussionQuery,
): readonly RankedDiscussion[] {
  return candidates
    .map((candidate): RankedDiscussion => {
      const { discussion, words, tied, likeness, isNamed } = candidate;
      const { best, held, names, isOnFile } = bestSaying(discussion, asked);
      const score =
        (isNamed ? 10 : 0) +
        weights.words * words +
        weights.held * held +
        weights.identifier * names +
        weights.tied * tied +
        weights.likeness * likeness +
        weights.onFile * (isOnFile ? 1 : 0);
      return { ...candidate, best, held, names, score };
    })
    .toSorted((a, b) => b.score - a.score || b.discussion.closedAt - a.discussion.closedAt);
}

/** All that people said, the body first; what programs wrote is left out unless there is nothing else. */
export function listPosts({ author, openedAt, body, comments: remarks }: Discussion): readonly Post[] {
  const all: Post[] = [
    { remark: undefined, author, writtenAt: openedAt, body: withoutTemplate(body) },
    ...remarks.map((remark) => ({
      remark,
      author: remark.author,
      writtenAt: remark.writtenAt,
      body: withoutTemplate(remark.body),
    })),
  ];
  const byPeople = all.filter(({ author: by, body: text }) => !program.test(by) && text.trim() !== '');
  return byPeople.length > 0 ? byPeople : all.slice(0, 1);
}

/**
 * Comments of a form's template, and what is answered by ticks, are nobody's words. A line that opens one which is never closed hides
 * the rest, as on the host's pages.
 */
export function withoutTemplate(body: string): string {
  return withoutComments(body)
    .split('\n')
    .filter((line) => !/^\s*[-*] \[[ x]\]/i.test(line) && !/^\s*>/.test(line))
    .join('\n');
}

/** Each letter is looked at once: strangers may open as many as they like. */
function withoutComments(body: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let opened = body.indexOf('<!--'); opened >= 0; opened = body.indexOf('<!--', at)) {
    kept.push(body.slice(at, opened));
    const closed = body.indexOf('-->', opened + 4);
    if (closed < 0) {
      const isBlock = /(?:^|\n) {0,3}$/.test(body.slice(Math.max(0, opened - 4), opened));
      return [...kept, isBlock ? '' : body.slice(opened)].join('');
    }
    at = closed + 3;
  }
  return [...kept, body.slice(at)].join('');
}

function bestSaying(
  discussion: Discussion,
  { terms, weight, identifiers, paths }: DiscussionQuery,
): { readonly best: Post; readonly held: number; readonly names: number; readonly isOnFile: boolean } {
  const all = terms.reduce((sum, term) => sum + weight(term.word), 0);
  const title = new Set(extractTerms(discussion.title));
  const sayings = listPosts(discussion);
  let found = { best: sayings[0], held: 0, names: 0, isOnFile: false, worth: -1 };
  for (const saying of sayings) {
    const text = saying.body.slice(0, read);
    const said = new Set(extractTerms(text));
    const own = share(
      terms.filter((term) => containsWord(said, term)),
      weight,
      all,
    );
    const held = share(
      terms.filter((term) => containsWord(said, term) || containsWord(title, term)),
      weight,
      all,
    );
    const names = Math.max(shareNamed(identifiers, text), shareNamed(identifiers, discussion.title) / 2);
    const isOnFile = saying.remark?.path !== undefined && paths.has(saying.remark.path);
    const worth = own + held / 2 + 2 * names + (isOnFile ? 0.1 : 0);
    if (worth > found.worth) found = { best: saying, held, names, isOnFile, worth };
  }
  const {
    best = {
      remark: undefined,
      author: discussion.author,
      writtenAt: discussion.openedAt,
      body: discussion.body,
    },
  } = found;
  return { ...found, best };
}

function share(terms: readonly QuestionTerm[], weight: (word: string) => number, all: number): number {
  return all === 0 ? 0 : terms.reduce((sum, term) => sum + weight(term.word), 0) / all;
}

/** As they are written, and not as parts of longer names. */
function shareNamed(identifiers: readonly string[], text: string): number {
  if (identifiers.length === 0) return 0;
  const has = (name: string): boolean => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (!isOfName(text[at - 1]) && !isOfName(text[at + name.length])) return true;
    return false;
  };
  return identifiers.filter(has).length / identifiers.length;
}

function isOfName(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
}
