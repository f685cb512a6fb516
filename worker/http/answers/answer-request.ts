/** Reads an answer request: its options, the user's own model key, and the requested response format. */

import type { Context as HonoContext } from 'hono';
import type { AnswerRequest } from '../../contract/answers/schema.ts';
import { normalizeLanguage } from '../../core/answers/answer-style.ts';
import type { NewTurn, TurnSecrets } from '../../core/answers/conversation.ts';
import { AppError } from '../../core/errors.ts';

export function readAnswerOptions({
  model,
  options,
  files,
}: Pick<AnswerRequest, 'model' | 'options' | 'files'>): Pick<NewTurn, 'writing' | 'files'> {
  return {
    writing: {
      model,
      temperature: options?.temperature,
      maxOutputTokens: options?.maxOutputTokens,
      judge: options?.judge,
      style: options?.style,
      prefer: options?.prefer,
      language: options?.language === undefined ? undefined : normalizeLanguage(options.language),
    },
    files: files ?? [],
  };
}

const header = 'X-Model-Key';
/** Visible ASCII. Providers' keys have fewer than 250 characters. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

/** @throws AppError `invalid_request` */
export function readTurnSecrets(context: HonoContext): TurnSecrets {
  const modelKey = context.req.header(header);
  if (modelKey !== undefined && !keyPattern.test(modelKey))
    throw new AppError(
      'invalid_request',
      `${header}: it has ${modelKey.length} characters; it must be 1 to 500 visible ASCII characters, as issued by the provider.`,
    );
  return { modelKey };
}

/** Whether the response is JSON: `accept` contains JSON but not the event stream. */
export function prefersJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !accept.includes('text/event-stream');
}
