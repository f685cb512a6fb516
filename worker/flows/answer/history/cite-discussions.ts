/** Chooses the discussions that an answer cites, each by its most relevant post, and links them to the cited commits. */

import type { ComposedDiscussion } from '../../../answering/compose/compose-discussions.ts';
import type { ComposedCommit } from '../../../answering/compose/compose-history-answer.ts';
import type { DiscussionEvidence } from '../../../core/answers/evidence.ts';
import type { RankedDiscussion } from '../../../retrieval/history/rank-discussions.ts';
import { issueDiscussionEvidence } from '../evidence/issue-history-evidence.ts';
import type { DiscussionFinding } from './find-discussions.ts';

const maxCited = 4;
/** Minimum fraction of the best score. */
const minScoreFraction = 0.55;
/** Fraction of the question's terms that a discussion without a cited commit must contain. */
const minTermCoverage = 0.4;

/** @param issued the number of evidence ids already issued */
export async function citeDiscussions(
  found: DiscussionFinding,
  commits: readonly ComposedCommit[],
  issued: number,
): Promise<readonly ComposedDiscussion[]> {
  const introducedBy = new Map<number, ComposedCommit>();
  for (const cited of commits)
    for (const number of found.byCommit.get(cited.commit.commit) ?? [])
      if (!introducedBy.has(number)) introducedBy.set(number, cited);
  const chosen = chooseDiscussions(found, found.byCommit.get(commits[0]?.commit.commit ?? '')?.[0]);
  const evidence = new Map<number, DiscussionEvidence>();
  for (const { discussion, best, score } of chosen) {
    const { number } = discussion;
    const introducingCommit = introducedBy.get(number);
    const quotedDiscussion = {
      discussion,
      post: best,
      score,
      commits: introducingCommit === undefined ? [] : [introducingCommit.commit.commit],
      closes: closingLinks(found, number),
    };
    evidence.set(number, await issueDiscussionEvidence(quotedDiscussion, `e${issued + evidence.size + 1}`));
  }
  const linked = new Set<number>();
  return [...evidence].map(([number, discussion]): ComposedDiscussion => {
    const [other] = closingLinks(found, number).filter((link) => evidence.has(link) && !linked.has(link));
    if (other !== undefined) linked.add(number);
    return {
      evidence: discussion,
      mergedCommit: introducedBy.get(number)?.commit,
      closingLink: other === undefined ? undefined : evidence.get(other),
    };
  });
}

/** Chooses the best discussions, then the pull request of the first commit and the issues that these pull requests close. */
function chooseDiscussions(
  { ranked, closes }: DiscussionFinding,
  first: number | undefined,
): readonly RankedDiscussion[] {
  const best = ranked[0]?.score ?? 0;
  // If any discussion contains names from the question, a discussion without them is about something else.
  const anyHasNames = ranked.some(({ nameCoverage }) => nameCoverage > 0);
  const relevant = ranked.filter(({ score, wordCoverage, nameCoverage, commitScore, isNamed }) => {
    const isRelevant =
      isNamed || (anyHasNames ? nameCoverage > 0 : commitScore > 0 || wordCoverage >= minTermCoverage);
    return isRelevant && score > 0 && score >= best * minScoreFraction;
  });
  const chosen = relevant.slice(0, maxCited - 1);
  const pullRequestNumbers = new Set([first, ...chosen.map(({ discussion }) => discussion.number)]);
  const chain = [
    first,
    ...closes.flatMap(([pullRequest, issue]) => (pullRequestNumbers.has(pullRequest) ? [issue] : [])),
  ];
  for (const number of chain) {
    const linked = ranked.find(({ discussion }) => discussion.number === number);
    if (linked !== undefined && !chosen.includes(linked) && chosen.length < maxCited) chosen.push(linked);
  }
  return chosen;
}

function closingLinks({ closes }: DiscussionFinding, number: number): readonly number[] {
  return closes.flatMap(([pullRequest, issue]) =>
    pullRequest === number ? [issue] : issue === number ? [pullRequest] : [],
  );
}
