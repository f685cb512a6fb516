/** Sends one question to search, `…/context` and `…/answers`, and reads the positions that each returns. */

import type { Answer } from '../../../worker/contract/answers/schema.ts';
import type { ContextResponse } from '../../../worker/contract/context/schema.ts';
import type { ChoiceModel } from './choice-model.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import type { ExplainResponse } from './score-explain.ts';

/** Results of search that the figures use. */
const topK = 50;
/** The size of context at which its recall is measured. */
const maxTokens = 12_000;
const maxSpans = 24;

interface ExplainQuestion {
  readonly question: string;
  readonly withAnswer: boolean;
  readonly withContext: boolean;
  /** Undefined if no model chooses. */
  readonly choiceModel: Pick<ChoiceModel, 'prompt'> | undefined;
}

export async function requestExplain(
  client: Client,
  id: string,
  { question, withAnswer, withContext, choiceModel }: ExplainQuestion,
): Promise<ExplainResponse> {
  const startedAt = performance.now();
  const { results } = await client.search(id, { query: question, topK });
  const searchMs = performance.now() - startedAt;
  const size = { question, maxTokens, maxSpans };
  const ranked = choiceModel === undefined ? size : { ...size, definitionChoice: 'ranking' as const };
  const context = withContext ? await client.context(id, ranked) : undefined;
  const choice =
    choiceModel === undefined
      ? undefined
      : await requestChoice(choiceModel, () => client.context(id, { ...size, definitionChoice: 'model' }));
  const answer = withAnswer ? await client.answer(id, { question, model: 'embedded' }) : undefined;
  return {
    results: results.map(toPosition),
    context:
      context === undefined ? undefined : { spans: context.spans.map(toPosition), tokens: context.tokens },
    choice,
    answer: answer === undefined ? undefined : readAnswer(answer),
    searchMs,
  };
}

async function requestChoice(
  choiceModel: Pick<ChoiceModel, 'prompt'>,
  request: () => Promise<ContextResponse>,
): Promise<ExplainResponse['choice']> {
  const { spans } = await request();
  return {
    listed: choiceModel.prompt()?.listed ?? [],
    spans: spans.map(toPosition),
    chosen: spans.filter(({ chosen }) => chosen === true).map(toPosition),
  };
}

function toPosition({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

function readAnswer({ claims, evidence }: Answer): ExplainResponse['answer'] {
  const positions = new Map(
    evidence.flatMap((item) =>
      item.kind === 'code' || item.kind === 'docs' ? [[item.id, toPosition(item)] as const] : [],
    ),
  );
  return {
    claims: claims.map(({ citations }) =>
      citations.flatMap((citation) => {
        const position = positions.get(citation);
        return position === undefined ? [] : [position];
      }),
    ),
    evidence: [...positions.values()],
  };
}
