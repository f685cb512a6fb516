/** Describes a conversation by one of its questions: what was asked, of which version, and what was found. Search engines never list it. */

import { formatDay } from '../../core/time.ts';
import { summarizeClaims } from '../../core/answers/summarize-claims.ts';
import type { Claim } from '../../core/answers/claim.ts';
import type { Turn } from '../../core/answers/conversation.ts';
import type { Viewer } from '../../core/viewer.ts';
import { AppError } from '../../core/errors.ts';
import { embeddedAnswerer } from '../models/choose-models.ts';
import type { Services } from '../services.ts';
import type { RepositoryPage } from './page-request.ts';
import { repositoryPath } from './describe-repository.ts';
import type { PageSummary } from './page-summary.ts';
import { describeVersion, joinFacts } from './summary-words.ts';
import { countOf } from '../../core/text/count-of.ts';

/** @throws AppError `conversation_not_found` */
export async function describeConversation(
  { conversations }: Pick<Services, 'conversations'>,
  viewer: Viewer,
  { repository, parameters, query }: RepositoryPage,
): Promise<PageSummary> {
  const id = parameters['conversation'] ?? '';
  const turns = (await conversations.read({ viewer, repositoryId: repository.id, id }))?.turns ?? [];
  const turn = turns.find(({ number }) => String(number) === query.turn) ?? turns[0];
  if (turn === undefined)
    throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(id)}.`);
  const path = `${repositoryPath(repository)}/c/${encodeURIComponent(id)}`;
  const outcome = summarizeTurn(turn);
  const version = describeTurnVersion(turn);
  const others = turns.length === 1 ? '' : countOf(turns.length, 'question');
  return {
    title: `${oneLine(turn.question)} · ${repository.name}`,
    description: `${joinFacts([outcome, [repository.name, version].filter(Boolean).join(', '), others])}. Every sentence links to the lines that prove it.`,
    path,
    isListed: false,
    image: {
      context: repository.name,
      title: oneLine(turn.question),
      plainTitle: `A question about ${repository.name}`,
      facts: `${outcome}\n${version}`,
    },
    imagePath: `${path}/preview.png`,
    imageQuery: { turn: query.turn },
  };
}

/** What the page says above the answer, such as `8 quotations found`. */
function summarizeTurn({ state, events }: Turn): string {
  if (state === 'running') return 'The answer is being written';
  if (events.some(({ type }) => type === 'declined')) return 'Not found in this repository';
  const claims = new Map<string, Claim>();
  for (const event of events) if (event.type === 'claim') claims.set(event.claim.id, event.claim);
  if (claims.size === 0) return 'Not answered';
  const end = events.find((event) => event.type === 'end');
  const isModelWritten = (end?.verdict.answerer ?? embeddedAnswerer) !== embeddedAnswerer;
  return summarizeClaims([...claims.values()], isModelWritten);
}

function describeTurnVersion({ events }: Turn): string {
  const coverage = events.find((event) => event.type === 'coverage')?.coverage;
  return coverage === undefined
    ? ''
    : joinFacts([describeVersion(coverage), `indexed ${formatDay(coverage.indexedAt)}`]);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
