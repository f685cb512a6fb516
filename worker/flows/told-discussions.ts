/** Which of the discussions found are told in an answer, each by what says most of what was asked, and how they hang on commits told. */

import type { ToldCommit } from '../answering/compose-history-answer.ts';
import type { ToldDiscussion } from '../answering/compose-discussions.ts';
import type { DiscussionEvidence } from '../core/evidence.ts';
import type { RankedDiscussion } from '../retrieval/history/rank-discussions.ts';
import type { FoundDiscussions } from './find-discussions.ts';
import { issueDiscussionEvidence } from './issue-discussion-evidence.ts';

const mostTold = 4;
/** How far below the best they may be. */
const least = 0.55;
/** Share of the question's words one must hold that no commit told is of. */
const heldAlone = 0.4;

/** @param issued evidence there is already */
export async function toldDiscussions(
  found: FoundDiscussions,
  commits: readonly ToldCommit[],
  issued: number,
): Promise<readonly ToldDiscussion[]> {
  const brought = new Map<number, ToldCommit>();
  for (const one of commits)
    for (const number of found.byCommit.get(one.commit.commit) ?? [])
      if (!brought.has(number)) brought.set(number, one);
  const chosen = chosenOf(found, found.byCommit.get(commits[0]?.commit.commit ?? '')?.[0]);
  const evidence = new Map<number, DiscussionEvidence>();
  for (const { discussion, best, score } of chosen) {
    const { number } = discussion;
    const of = brought.get(number);
    const quoted = {
      discussion,
      saying: best,
      score,
      commits: of === undefined ? [] : [of.commit.commit],
      closes: closesOf(found, number),
    };
    evidence.set(number, await issueDiscussionEvidence(quoted, `e${issued + evidence.size + 1}`));
  }
  const linked = new Set<number>();
  return [...evidence].map(([number, one]): ToldDiscussion => {
    const [other] = closesOf(found, number).filter((link) => evidence.has(link) && !linked.has(link));
    if (other !== undefined) linked.add(number);
    return {
      evidence: one,
      brought: brought.get(number)?.commit,
      closes: other === undefined ? undefined : evidence.get(other),
    };
  });
}

/** The best, then what ties: the pull request of the commit told first, and the issues that those told close. */
function chosenOf(
  { ranked, closes }: FoundDiscussions,
  first: number | undefined,
): readonly RankedDiscussion[] {
  const best = ranked[0]?.score ?? 0;
  // Where any has the very names asked about, one that has none of them is of something else.
  const areNamed = ranked.some(({ names }) => names > 0);
  const good = ranked.filter(({ score, held, names, tied, isNamed }) => {
    const isMeant = isNamed || (areNamed ? names > 0 : tied > 0 || held >= heldAlone);
    return isMeant && score > 0 && score >= best * least;
  });
  const chosen = good.slice(0, mostTold - 1);
  const heads = new Set([first, ...chosen.map(({ discussion }) => discussion.number)]);
  const chain = [first, ...closes.flatMap(([pullRequest, issue]) => (heads.has(pullRequest) ? [issue] : []))];
  for (const number of chain) {
    const one = ranked.find(({ discussion }) => discussion.number === number);
    if (one !== undefined && !chosen.includes(one) && chosen.length < mostTold) chosen.push(one);
  }
  return chosen;
}

function closesOf({ closes }: FoundDiscussions, number: number): readonly number[] {
  return closes.flatMap(([pullRequest, issue]) =>
    pullRequest === number ? [issue] : issue === number ? [pullRequest] : [],
  );
}
