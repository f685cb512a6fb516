/** Answers a question about the whole repository, such as how it is laid out, from its overview. */

import { checkClaim } from '../../../answering/claims/check-claim.ts';
import { stripCitationsAndPunctuation, type QueryFacts } from '../../../answering/claims/query-facts.ts';
import { composeOverviewAnswer } from '../../../answering/compose/compose-overview-answer.ts';
import type { OverviewItem, OverviewSentence } from '../../../answering/compose/overview-item.ts';
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
  const items = composeOverviewAnswer(topic, await readOverview(services, resolved));
  const evidence = await issuePlaces(services, resolved, items);
  const facts = buildFacts(resolved, items);
  const written = items.flatMap((item) => writeItem(item, { evidence, facts }));
  const [first, ...rest] = written.map((item, index) => formatItem(item, written[index + 1]));
  if (first === undefined) return undefined;
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
    facts,
  };
}

/** Only counts and the layout are facts of the overview. Quotations and names are looked up in the cited lines. */
function buildFacts({ repository, snapshot }: ResolvedSnapshot, items: readonly OverviewItem[]): QueryFacts {
  const facts = items.flatMap(({ sentences }) => sentences.filter(({ isFact }) => isFact === true));
  return {
    counts: new Map(),
    countedIds: new Set(),
    statements: new Set(facts.map(({ text }) => stripCitationsAndPunctuation(text))),
    repeat: `/v1/repositories/${repository.id}/overview?version=${snapshot.id}`,
  };
}

async function issuePlaces(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  items: readonly OverviewItem[],
): Promise<ReadonlyMap<string, Evidence>> {
  const cited = items.flatMap(({ sentences }) => sentences.flatMap(({ cites }) => cites));
  const places = new Map(cited.map((place) => [placeKey(place), place]));
  const positions = [...places.values()].map((place) => ({ ...place, score: 1 }));
  const spans = await readSpans(chunkStore, resolved.key, positions);
  return new Map(spans.map((span, index) => [placeKey(span), issueEvidence(resolved, span, index)]));
}

function placeKey({ path, startLine, endLine }: SpanPosition): string {
  return `${path}:${startLine}-${endLine}`;
}

interface Sources {
  /** By place. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly facts: QueryFacts;
}

type WrittenItem = Omit<OverviewItem, 'sentences'> & { readonly text: string };

/** Writes the sentences that are proven. @returns nothing unless the first is */
function writeItem(
  { sentences: [first, ...rest], ...item }: OverviewItem,
  sources: Sources,
): readonly WrittenItem[] {
  const opening = writeSentence(first, sources);
  if (opening === undefined) return [];
  const others = rest.flatMap((sentence) => writeSentence(sentence, sources) ?? []);
  return [{ ...item, text: [opening, ...others].join(' ') }];
}

function writeSentence(
  { text, cites, shorter }: OverviewSentence,
  { evidence, facts }: Sources,
): string | undefined {
  const cited = cites.flatMap((place) => evidence.get(placeKey(place)) ?? []);
  const byId = new Map(cited.map((item) => [item.id, item]));
  const citations = [...byId.keys()];
  return [text, ...(shorter === undefined ? [] : [shorter])]
    .map((words) => `${words} ${citations.map((id) => `[chunk:${id}]`).join(' ')}.`)
    .find((sentence) => checkClaim({ text: sentence, citations }, byId, facts).state === 'verified');
}

function formatItem({ text, isListItem, heading }: WrittenItem, next: WrittenItem | undefined): string {
  const title = heading === undefined ? '' : `### ${heading}\n\n`;
  if (!isListItem) return `${title}${text}\n\n`;
  const isLast = next?.isListItem !== true || next.heading !== undefined;
  return `${title}* ${text}${isLast ? '\n\n' : '\n'}`;
}
