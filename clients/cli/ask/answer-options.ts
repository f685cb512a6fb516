/** Reads the options of `wherefore ask` that change how an answer is written. */

import type { AnswerRequest } from '../../../worker/contract/answers/schema.ts';
import { answerStyles, findLanguageName } from '../../../worker/contract/client.ts';
import { usageError } from '../command-error.ts';
import type { ParsedArguments } from '../command.ts';

type AnswerOptions = NonNullable<AnswerRequest['options']>;

/** @throws CommandError `usage` */
export function readAnswerOptions(parsed: ParsedArguments): AnswerOptions {
  const topK = parsed.number('top-k', { min: 1, max: 50 });
  const temperature = parseTemperature(parsed.text('temperature'));
  const maxOutputTokens = parsed.number('max-tokens', { min: 1, max: 1_000_000 });
  return {
    ...(topK === undefined ? {} : { topK }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...parseWording(parsed),
    ...(parsed.flag('judge') ? { judge: true } : {}),
  };
}

function parseWording(parsed: ParsedArguments): Pick<AnswerOptions, 'style' | 'language'> {
  const [style, language] = [parsed.text('style'), parsed.text('language')];
  const known = answerStyles.find((name) => name === style);
  if (style !== undefined && known === undefined)
    throw usageError(`--style is ${JSON.stringify(style)}.`, `Use ${answerStyles.join(' or ')}.`);
  if (language !== undefined && findLanguageName(language) === undefined)
    throw usageError(
      `--language is ${JSON.stringify(language)}, which is not a known language tag.`,
      'Use a BCP 47 tag, such as de or pt-BR.',
    );
  return {
    ...(known === undefined ? {} : { style: known }),
    ...(language === undefined ? {} : { language }),
  };
}

function parseTemperature(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number <= 2) return number;
  throw usageError(
    `--temperature must be a number from 0 to 2; found "${text}".`,
    'Omit it, or use a value such as 0.2.',
  );
}
