/** Answers a question about the whole repository, such as how it is laid out, from its overview. */

import { stripCitationsAndPunctuation } from '../../../answering/claims/query-facts.ts';
import { citedSentence } from '../../../answering/compose/cited-sentence.ts';
import {
  composeOverviewAnswer,
  type OverviewSentence,
} from '../../../answering/compose/compose-overview-answer.ts';
import type { Evidence, SpanPosition } from '../../../core/answers/evidence.ts';
import type { Question } from '../../../core/answers/question.ts';
import { readOverviewTopic, type OverviewTopic } from '../../../retrieval/question/read-overview-topic.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { readOverview } from '../../overview/read-overview.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import { issueEvidence } from '../evidence/issue-evidence.ts';
import type { GraphDraft } from '../graph/draft-from-graph.ts';
import { prepareDraft } from '../write/prepare-draft.ts';

const questions: Readonly<Record<OverviewTopic, string>> = {
  summary: 'What is this project?',
  layout: 'How is this repository laid out?',
  'entry-points': 'What are the entry points?',
  parts: 'How do the parts depend on each other?',
  central: 'What is the most-referenced code?',
};

/** @returns undefined if the question asks about something else, or if the overview contains nothing about it */
export async function answerFromOverview(
  services: Services,
  resolved: ResolvedSnapshot,
  { question, request }: { readonly question: Question; readonly request: SearchedRequest },
): Promise<PreparedAnswer | undefined> {
  const topic = question.isOverview ? readOverviewTopic(question.text) : undefined;
  if (topic === undefined || resolved.repository.source.kind === 'live') return undefined;
  const draft = await draftFromOverview(services, resolved, { question, topic });
  return draft && prepareDraft(services, resolved, { draft, request });
}

async function draftFromOverview(
  services: Services,
  resolved: ResolvedSnapshot,
  { question, topic }: { readonly question: Question; readonly topic: OverviewTopic },
): Promise<GraphDraft | undefined> {
  const sentences = composeOverviewAnswer(topic, await readOverview(services, resolved));
  const evidence = await issuePlaces(services, resolved, sentences);
  const written = sentences.filter(({ cites }) => cites.some((place) => evidence.has(placeKey(place))));
  const [first, ...rest] = written.map((sentence, index) =>
    formatSentence(sentence, evidence, written[index + 1]),
  );
  if (first === undefined) return undefined;
  const { repository, snapshot } = resolved;
  return {
    evidence: new Map([...evidence.values()].map((item) => [item.id, item])),
    first,
    rest: rest.values(),
    empty: [],
    class: question.class,
    confidence: 'high',
    cards: [],
    suggestions: Object.values(questions).filter((other) => other !== questions[topic]),
    subjects: [],
    facts: {
      counts: new Map(),
      countedIds: new Set(),
      statements: new Set(written.map(({ text }) => stripCitationsAndPunctuation(text))),
      repeat: `/v1/repositories/${repository.id}/overview?version=${snapshot.id}`,
    },
  };
}

async function issuePlaces(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  sentences: readonly OverviewSentence[],
): Promise<ReadonlyMap<string, Evidence>> {
  const places = new Map(sentences.flatMap(({ cites }) => cites).map((place) => [placeKey(place), place]));
  const positions = [...places.values()].map((place) => ({ ...place, score: 1 }));
  const spans = await readSpans(chunkStore, resolved.key, positions);
  return new Map(spans.map((span, index) => [placeKey(span), issueEvidence(resolved, span, index)]));
}

function placeKey({ path, startLine, endLine }: SpanPosition): string {
  return `${path}:${startLine}-${endLine}`;
}

function formatSentence(
  { text, cites, isListItem, heading }: OverviewSentence,
  evidence: ReadonlyMap<string, Evidence>,
  next: OverviewSentence | undefined,
): string {
  const cited = cites.flatMap((place) => evidence.get(placeKey(place)) ?? []);
  const sentence = citedSentence(text, cited);
  const title = heading === undefined ? '' : `### ${heading}\n\n`;
  if (!isListItem) return `${title}${sentence}`;
  const isLast = next?.isListItem !== true || next.heading !== undefined;
  return `${title}* ${sentence.trimEnd()}${isLast ? '\n\n' : '\n'}`;
}
