/**
 * Ranks pull requests and issues by question words, similarity, linked commits and comments on the file. Weights
 * were set by hand on one repository and verified on another.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { Discussion, DiscussionComment } from '../../core/history/discussion.ts';

/** The body of a discussion, or one of its comments. */
export interface Post {
  /** Undefined for the body. */
  readonly comment: DiscussionComment | undefined;
  readonly author: string;
  readonly writtenAt: number;
  readonly body: string;
}

export interface CandidateDiscussion {
  readonly discussion: Discussion;
  /** BM25 score relative to the best; 0 if it contains no word of the question. */
  readonly words: number;
  /** Score of the best linked commit relative to the best of all discussions; 0 without linked commits. */
  readonly commitScore: number;
  /** Similarity of the question and the best post, 0 to 1. */
  readonly similarity: number;
  /** Whether the question contains the discussion's number. */
  readonly isNamed: boolean;
}

export interface RankedDiscussion extends CandidateDiscussion {
  /** The post that matches the question best. */
  readonly best: Post;
  /** Fraction of the question's code names that `best` contains exactly, 0 to 1. Names in the title count half. */
  readonly nameCoverage: number;
  /** Weighted fraction of the question's words in the title and `best`, 0 to 1. */
  readonly wordCoverage: number;
  readonly score: number;
}

export interface DiscussionQuery {
  readonly terms: readonly QuestionTerm[];
  /** Rarer words weigh more. */
  readonly weight: (word: string) => number;
  /** Names written as code in the question. */
  readonly identifiers: readonly string[];
  /** Files of the requested lines. */
  readonly paths: ReadonlySet<string>;
}

const weights = { words: 0.8, coverage: 1.2, identifier: 1.5, commit: 0.5, similarity: 0.9, onFile: 0.25 };
/** Maximum length in UTF-16 units. The rest of a long post is ignored. */
const maxPostLength = 6_000;
/** Author names of bots, as the host writes them. */
const botName = /\[bot\]$|^(?:codecov|dependabot|renovate|github-actions|coveralls|netlify|vercel)\b/i;

export function rankDiscussions(
  candidates: readonly CandidateDiscussion[],
  query: DiscussionQuery,
): readonly RankedDiscussion[] {
  return candidates
    .map((candidate): RankedDiscussion => {
      const { discussion, words, commitScore, similarity, isNamed } = candidate;
      const { best, coverage, names, isOnFile } = findBestPost(discussion, query);
      const score =
        (isNamed ? 10 : 0) +
        weights.words * words +
        weights.coverage * coverage +
        weights.identifier * names +
        weights.commit * commitScore +
        weights.similarity * similarity +
        weights.onFile * (isOnFile ? 1 : 0);
      return { ...candidate, best, wordCoverage: coverage, nameCoverage: names, score };
    })
    .toSorted((a, b) => b.score - a.score || b.discussion.closedAt - a.discussion.closedAt);
}

/** Returns the posts of people, body first. Falls back to the body if bots wrote everything. */
export function listPosts({ author, openedAt, body, comments }: Discussion): readonly Post[] {
  const posts: Post[] = [
    { comment: undefined, author, writtenAt: openedAt, body: removeTemplate(body) },
    ...comments.map((comment) => ({
      comment,
      author: comment.author,
      writtenAt: comment.writtenAt,
      body: removeTemplate(comment.body),
    })),
  ];
  const byPeople = posts.filter(
    ({ author: postAuthor, body: text }) => !botName.test(postAuthor) && text.trim() !== '',
  );
  return byPeople.length > 0 ? byPeople : posts.slice(0, 1);
}

/**
 * Removes HTML comments, checkboxes and quotations, which are not the author's words. An unclosed comment at the start of a line hides
 * the rest, as on the host's pages.
 */
export function removeTemplate(body: string): string {
  return removeHtmlComments(body)
    .split('\n')
    .filter((line) => !/^\s*[-*] \[[ x]\]/i.test(line) && !/^\s*>/.test(line))
    .join('\n');
}

/** Removes HTML comments in one pass, since untrusted text may open any number of comments. */
function removeHtmlComments(body: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let openedAt = body.indexOf('<!--'); openedAt >= 0; openedAt = body.indexOf('<!--', at)) {
    parts.push(body.slice(at, openedAt));
    const closedAt = body.indexOf('-->', openedAt + 4);
    if (closedAt < 0) {
      const isBlock = /(?:^|\n) {0,3}$/.test(body.slice(Math.max(0, openedAt - 4), openedAt));
      return [...parts, isBlock ? '' : body.slice(openedAt)].join('');
    }
    at = closedAt + 3;
  }
  return [...parts, body.slice(at)].join('');
}

function findBestPost(
  discussion: Discussion,
  { terms, weight, identifiers, paths }: DiscussionQuery,
): { readonly best: Post; readonly coverage: number; readonly names: number; readonly isOnFile: boolean } {
  const allWeight = terms.reduce((sum, term) => sum + weight(term.word), 0);
  const title = new Set(extractTerms(discussion.title));
  const posts = listPosts(discussion);
  let found = { best: posts[0], coverage: 0, names: 0, isOnFile: false, score: -1 };
  for (const post of posts) {
    const text = post.body.slice(0, maxPostLength);
    const words = new Set(extractTerms(text));
    const ownCoverage = scoreTerms(
      terms.filter((term) => containsWord(words, term)),
      weight,
      allWeight,
    );
    const coverage = scoreTerms(
      terms.filter((term) => containsWord(words, term) || containsWord(title, term)),
      weight,
      allWeight,
    );
    const names = Math.max(scoreNames(identifiers, text), scoreNames(identifiers, discussion.title) / 2);
    const isOnFile = post.comment?.path !== undefined && paths.has(post.comment.path);
    const score = ownCoverage + coverage / 2 + 2 * names + (isOnFile ? 0.1 : 0);
    if (score > found.score) found = { best: post, coverage, names, isOnFile, score };
  }
  const {
    best = {
      comment: undefined,
      author: discussion.author,
      writtenAt: discussion.openedAt,
      body: discussion.body,
    },
  } = found;
  return { ...found, best };
}

function scoreTerms(
  terms: readonly QuestionTerm[],
  weight: (word: string) => number,
  allWeight: number,
): number {
  return allWeight === 0 ? 0 : terms.reduce((sum, term) => sum + weight(term.word), 0) / allWeight;
}

/** Returns the fraction of names that occur exactly, and not as parts of longer names. */
function scoreNames(identifiers: readonly string[], text: string): number {
  if (identifiers.length === 0) return 0;
  const occurs = (name: string): boolean => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (!isNamePart(text[at - 1]) && !isNamePart(text[at + name.length])) return true;
    return false;
  };
  return identifiers.filter(occurs).length / identifiers.length;
}

function isNamePart(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
}
