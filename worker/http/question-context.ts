/** The route that returns the context of a question. */

import { contextRoute } from '../contract/context/routes.ts';
import type { ContextResponse } from '../contract/context/schema.ts';
import { contextForQuestion, type ContextOutcome } from '../flows/context/context-for-question.ts';
import { coverageToWire } from './answers/answer-parts.ts';
import type { App } from './context.ts';

export function bindQuestionContext(app: App): void {
  app.openapi(contextRoute, async (context) => {
    const startedAt = Date.now();
    const { question, version, maxTokens, maxSpans, definitionChoice } = context.req.valid('json');
    const outcome = await contextForQuestion(context.get('services'), context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
      question,
      maxTokens,
      maxSpans,
      definitionChoice,
      origin: new URL(context.req.url).origin,
    });
    return context.json(contextToWire(outcome, Date.now() - startedAt), 200);
  });
}

function contextToWire(outcome: ContextOutcome, totalMs: number): ContextResponse {
  const { class: questionClass, confidence, tokens, markdown, choice, notes, coverage, retrieveMs } = outcome;
  return {
    class: questionClass,
    confidence,
    tokens,
    spans: outcome.spans.map(({ symbols, isChosen, ...span }) => ({
      ...span,
      ...(symbols.length === 0 ? {} : { symbol: symbols.join(', ') }),
      ...(isChosen ? { chosen: true as const } : {}),
    })),
    markdown,
    coverage: coverageToWire(coverage),
    ...(choice === undefined ? {} : { choice: { listed: choice.listed, chosen: choice.chosen.length } }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
    timings: { retrieveMs, totalMs },
  };
}
