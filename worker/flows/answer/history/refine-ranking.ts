/** Applies what a ranking by lines and words does not know: the requested place in time, and when a name first appeared. */

import { splitLines } from '../../../core/text/decode-text.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { CommitRow } from '../../../ports/history-store.ts';
import {
  announcesName,
  findLineWriters,
  isDistinctiveName,
  listLineCommits,
  spellsName,
} from '../../../retrieval/history/choose-introduction.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import { orderCommits } from '../../../retrieval/history/select-from-timeline.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { HistoryQuery } from './history-finding.ts';
import { isInScope } from './history-scope.ts';

type RankedQuery = HistoryQuery & { readonly ranked: readonly RankedCommit[] };

const maxChunks = 80;
const columnWeights = { path: 0, symbols: 2, prose: 1, code: 2 };
const maxMentions = 400;

export async function refineRanking(
  services: Services,
  resolved: ResolvedSnapshot,
  query: RankedQuery,
): Promise<readonly RankedCommit[]> {
  const { question, ranked } = query;
  if (question === undefined || ranked.some(({ isNamed }) => isNamed)) return ranked;
  const needsOrder = (question.order?.position ?? 1) > 1;
  const isListed = query.period !== undefined && question.asksForList;
  if (question.aspect !== 'why' && (needsOrder || isListed)) return orderByTime(query);
  return question.aspect === 'introduced' ? promoteIntroduction(services, resolved, query) : ranked;
}

/** Orders the commits that changed the lines in question by time. */
function orderByTime({ ranked, question }: RankedQuery): readonly RankedCommit[] {
  const changing = ranked.filter(({ lineScores, reason }) => lineScores !== undefined && reason !== 'moved');
  const byId = new Map(changing.map((one) => [one.commit.id, one]));
  const newestFirst = changing.map(({ commit }) => commit).toSorted((a, b) => b.committedAt - a.committedAt);
  const ordered = orderCommits(newestFirst, question?.order ?? { from: 'newest', position: 1 });
  const moved = ordered.flatMap(({ id }, index) => {
    const one = byId.get(id);
    return one === undefined ? [] : [{ ...one, score: 1 - index / ordered.length }];
  });
  return moved.length === 0 ? ranked : moved;
}

/** Puts the oldest commit first that certainly introduced the name, if it is older than the first of the ranking. */
async function promoteIntroduction(
  services: Services,
  resolved: ResolvedSnapshot,
  query: RankedQuery,
): Promise<readonly RankedCommit[]> {
  const { ranked, subject, spans } = query;
  // The question is about lines of the definition, such as those that raise an error.
  const isAboutLines =
    (subject?.symbols.length ?? 0) > 0 && spans.every(({ nameLine }) => nameLine === undefined);
  if (isAboutLines) return ranked;
  const [first] = ranked;
  const written = subject?.names[0];
  if (first === undefined || written === undefined) return ranked;
  const segments = written.split('.');
  const [owner, name = ''] = [segments.at(-2), segments.at(-1)];
  const announcing = ranked.filter(({ commit }) => announcesName(commit, { name, owner }));
  const writers =
    owner === undefined && isDistinctiveName(name) && subject?.path === undefined
      ? await findMentionWriters(services, resolved, name)
      : [];
  const writersInScope = writers.filter((commit) => isInScope(query, commit));
  const known = new Map(ranked.map((one) => [one.commit.id, one]));
  const candidates = [
    ...announcing,
    ...writersInScope.map((commit) => known.get(commit.id) ?? { ...first, commit }),
  ];
  const oldest = candidates.toSorted((a, b) => a.commit.committedAt - b.commit.committedAt)[0];
  if (oldest === undefined || oldest.commit.committedAt >= first.commit.committedAt) return ranked;
  const promoted: RankedCommit = known.has(oldest.commit.id)
    ? { ...oldest, score: first.score }
    : { ...oldest, lineScores: undefined, reason: 'mentions' };
  return [promoted, ...ranked.filter(({ commit }) => commit.id !== oldest.commit.id)];
}

/** Returns the commits that wrote a line with the name that stands unchanged, and those in its lines' history that spell the name. */
async function findMentionWriters(
  { textIndex, historyStore }: Services,
  resolved: ResolvedSnapshot,
  name: string,
): Promise<readonly CommitRow[]> {
  const [term = name.toLowerCase()] = extractTerms(name);
  const chunks = await textIndex.search(resolved.key, {
    terms: [term],
    weights: columnWeights,
    limit: maxChunks,
    paths: undefined,
  });
  const whole = new RegExp(
    String.raw`(?<![\p{L}\p{N}_$])${name.replace(/[$]/g, String.raw`\$`)}(?![\p{L}\p{N}_$])`,
    'u',
  );
  const lines = chunks
    .flatMap(({ path, startLine, raw }) =>
      splitLines(raw).flatMap((text, index): SpanPosition[] => {
        const line = startLine + index;
        return whole.test(text) ? [{ path, startLine: line, endLine: line }] : [];
      }),
    )
    .slice(0, maxMentions);
  const key = toHistoryKey(resolved);
  const runs = await historyStore.lineOrigins(key, lines);
  const writers = findLineWriters(runs);
  const commits = await historyStore.commits(key, [...listLineCommits(runs)]);
  return commits.filter((commit) => writers.has(commit.id) || spellsName(commit, name));
}
