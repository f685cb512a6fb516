/** Writes the features of all ranked definitions with their relevance, on which `fit-definition-ranker.py` fits the trees. */

import { appendFileSync } from 'node:fs';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { ExplainCase } from './explain-case.ts';
import { overlaps } from './score-explain.ts';

/** The most results that a search returns. */
const topK = 300;

/** Relevance of a definition that an answer needs, of one that shows a part of it or little more, and of a helpful one. */
const grades = { essential: 3, part: 2, helpful: 1 } as const;
/** Minimum overlap with an essential definition, as a fraction of the lines of both. */
const minOverlap = 0.5;
const minInside = 0.8;
/** A result of more lines shows too much besides the essential definition. */
const maxLines = 80;

export async function writeFeatures(
  client: Client,
  id: string,
  explainCase: ExplainCase,
  file: string,
): Promise<void> {
  const { results } = await client.search(id, { query: explainCase.question, topK, explain: true });
  const described = results.filter(({ features }) => features?.['learnedScore'] !== undefined);
  const line = {
    id: explainCase.id,
    repository: explainCase.repository,
    kind: explainCase.kind,
    /** Essential definitions that are not among the results cannot be ranked, but count in the figures. */
    essential: explainCase.essential.map((span) =>
      described.flatMap((result, index) => (overlaps(result, span) ? [index] : [])),
    ),
    grades: described.map((result) => gradeResult(result, explainCase)),
    features: described.map(({ features }) => features),
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function gradeResult(
  result: SpanPosition,
  { essential, helpful }: Pick<ExplainCase, 'essential' | 'helpful'>,
): number {
  const found = essential.filter((span) => overlaps(result, span)).map((span) => gradeOverlap(result, span));
  const isHelpful = helpful.some((span) => overlaps(result, span));
  return Math.max(0, ...found, isHelpful ? grades.helpful : 0);
}

function gradeOverlap(result: SpanPosition, essential: SpanPosition): number {
  const shared =
    Math.min(result.endLine, essential.endLine) - Math.max(result.startLine, essential.startLine) + 1;
  const lines = countLines(result);
  if (shared / (lines + countLines(essential) - shared) > minOverlap) return grades.essential;
  const isPart = shared / lines > minInside;
  const isAround = shared / countLines(essential) > minInside && lines <= maxLines;
  return isPart || isAround ? grades.part : grades.helpful;
}

function countLines({ startLine, endLine }: SpanPosition): number {
  return endLine - startLine + 1;
}
