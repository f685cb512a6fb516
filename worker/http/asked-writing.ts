/** Who is to write an answer, and with what: of a request's body, and of the header that carries a key for this question alone. */

import type { Context as HonoContext } from 'hono';
import type { AnswerRequest } from '../contract/answer.ts';
import type { NewTurn, TurnSecrets } from '../core/conversation.ts';
import { AppError } from '../core/errors.ts';

export function writingOf({
  model,
  options,
  files,
}: Pick<AnswerRequest, 'model' | 'options' | 'files'>): Pick<NewTurn, 'writing' | 'files'> {
  return {
    writing: {
      model,
      temperature: options?.temperature,
      maxOutputTokens: options?.maxOutputTokens,
    },
    files: files ?? [],
  };
}

const header = 'X-Model-Key';
/** What a header may hold of a key: visible ASCII; vendors' keys are below 250 letters. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

/** @throws AppError `invalid_request` */
export function secretsOf(context: HonoContext): TurnSecrets {
  const modelKey = context.req.header(header);
  if (modelKey !== undefined && !keyPattern.test(modelKey))
    throw new AppError(
      'invalid_request',
      `${header}: it holds ${modelKey.length} characters; it must be 1 to 500 visible ASCII characters, as the vendor gave it.`,
    );
  return { modelKey };
}
