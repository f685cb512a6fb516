/**
 * A question to an answer, event by event: retrieve → plan → read → compose → check. The text of any answerer goes through
 * the same reader and checks, and no claim leaves unchecked.
 */

import type { AnswerEvent } from '../core/answer.ts';
import { prepareAnswer, type AskedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';

export async function* answerQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: AskedQuestion,
): AsyncGenerator<AnswerEvent> {
  const { startedAt, followUp } = asked;
  const prepared = await prepareAnswer(services, resolved, asked);
  const { retrieveMs, subjects } = prepared;
  const { class: questionClass, confidence } = prepared;
  const refused = confidence === 'out-of-scope';
  yield {
    type: 'question',
    reading: {
      class: questionClass,
      asked: asked.question,
      ...followUp,
      text: prepared.readAs ?? followUp.text,
      ...(prepared.subQueries.length === 0 ? {} : { subQueries: prepared.subQueries }),
      ...(prepared.notes.length === 0 ? {} : { notes: prepared.notes }),
      confidence,
      refused,
    },
  };

  let firstPartMs = 0;
  for await (const event of prepared.parts) {
    if (firstPartMs === 0 && (event.type === 'text' || event.type === 'claim'))
      firstPartMs = services.clock.now() - startedAt;
    yield event;
  }
  const { snapshot } = resolved;
  yield {
    type: 'coverage',
    coverage: {
      commit: snapshot.commit,
      files: snapshot.counts.files,
      skipped: snapshot.counts.skipped,
      behind: undefined,
      indexedAt: snapshot.readyAt ?? snapshot.createdAt,
    },
  };
  const totalMs = services.clock.now() - startedAt;
  yield {
    type: 'end',
    verdict: { class: questionClass, confidence, refused, answerer: 'embedded' },
    timings: { retrieveMs, firstPartMs, totalMs },
    subjects,
  };
}
