/**
 * A question searched for as it was put and as a model puts it, and what both find as one: the best of each in turn. So whatever the
 * model makes of it, the first ten found without it are among the first twenty. How sure an answer is stays what it is without the
 * model, and what is declined without it is declined: no model talks a repository into holding an answer.
 */

import type { RankedSpan } from '../retrieval/rank-spans.ts';
import type { ModelHelp } from './generation/model-help.ts';
import { planQuestion } from './generation/plan-question.ts';
import { inTurn } from './in-turn.ts';
import { withoutCopies } from './join-findings.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Asked, Finding, FoundSpan } from './retrieve.ts';
import type { Services } from './services.ts';

/** What a plan is made from besides the question as it is read. */
export interface Planning {
  /** As it was asked, where it is read otherwise. */
  readonly asked?: string;
  /** Questions before it, oldest first. */
  readonly earlier: readonly string[];
}

/** @param search finds what a text asks for, without a model's plan */
export async function retrievePlanned(
  services: Pick<Services, 'chunkStore' | 'textIndex'>,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  { planning, help, asked }: { readonly planning: Planning; readonly help: ModelHelp; readonly asked: Asked },
  search: (asked: Asked) => Promise<Finding>,
): Promise<Finding> {
  const finding = await search(asked);
  const { question, judgement, retrieved, notes } = finding;
  if (question.class === 'too-broad' || judgement.confidence === 'out-of-scope') return finding;
  const plan = await planQuestion(
    services,
    key,
    {
      asked: planning.asked ?? asked.text,
      text: asked.text,
      earlier: planning.earlier,
      found: retrieved.spans.map(({ chunk }) => chunk),
    },
    help,
  );
  const { queries } = plan;
  const told = plan.note === undefined ? notes : [...notes, plan.note];
  if (queries.length === 0) return { ...finding, notes: told };
  // Picked and ordered by a model is what was asked; once more for each part a reader would wait too long.
  const part = { ...asked, expands: false, help: undefined };
  const parts = await Promise.all(queries.map((text) => search({ ...part, text })));
  const held = parts.filter((part) => part.judgement.confidence !== 'out-of-scope');
  if (held.length === 0) return { ...finding, notes: told };
  const [only, another] = queries;
  return {
    ...joined(finding, held, asked.count),
    readAs: another === undefined ? only : finding.readAs,
    subQueries: finding.subQueries.length > 0 || another === undefined ? finding.subQueries : queries,
    notes: [...new Set([...told, ...held.flatMap((part) => part.notes)])],
  };
}

const keyOf = ({ chunk }: RankedSpan): number => chunk.key;
const keyOfRead = ({ ranked }: FoundSpan): number => ranked.chunk.key;

/** Of several parts the best of each in turn stands for what the model found. */
function joined(finding: Finding, held: readonly Finding[], count: number): Finding {
  const all = inTurn(
    [
      finding.retrieved.spans,
      inTurn(
        held.map(({ retrieved }) => retrieved.spans),
        keyOf,
      ),
    ],
    keyOf,
  );
  const read = withoutCopies(
    inTurn(
      [
        finding.spans,
        inTurn(
          held.map(({ spans }) => spans),
          keyOfRead,
        ),
      ],
      keyOfRead,
    ),
  ).slice(0, Math.max(count, finding.spans.length));
  const scores = falling(finding.retrieved.spans.map(({ score }) => score));
  const ofRead = falling(finding.spans.map(({ ranked }) => ranked.score));
  return {
    ...finding,
    retrieved: {
      ...finding.retrieved,
      spans: all.map((span, place) => ({ ...span, score: scores(place) })),
    },
    spans: read.map((span, place) => ({ ...span, ranked: { ...span.ranked, score: ofRead(place) } })),
  };
}

/** The score of a place is what it was: scores still fall, and thresholds over them keep their meaning. */
function falling(scores: readonly number[]): (place: number) => number {
  const sorted = scores.toSorted((a, b) => b - a);
  return (place) => sorted[Math.min(place, sorted.length - 1)] ?? 0;
}
