/** Parses the variables about what visitors and users may use in hosted mode, and the deployment's ceiling in dollars. */

import { formatModelName } from '../core/answers/generation.ts';
import type { Metering } from '../flows/limits/metering.ts';
import type { GenerationChoice } from './generation-choice.ts';
import type { VariableReader } from './variable-reader.ts';

export type LimitsChoice = Omit<Metering, 'limits'>;

const maxCount = 1_000_000_000;

export function readUsageLimits(
  read: VariableReader,
  generation: GenerationChoice,
  problems: string[],
): LimitsChoice {
  const requests = read.whole('REQUESTS_PER_MINUTE', 1, maxCount);
  const dollarsPerDay = readCeiling(read, problems);
  if (dollarsPerDay !== undefined) problems.push(...findMissingPrices(generation));
  return {
    anonymous: {
      requests: read.whole('ANONYMOUS_REQUESTS_PER_MINUTE', 1, maxCount),
      questions: read.whole('ANONYMOUS_QUESTIONS', 0, maxCount),
    },
    user: {
      requests,
      questions: read.whole('USER_QUESTIONS', 0, maxCount),
      repositories: read.whole('USER_REPOSITORIES', 0, maxCount),
      lines: read.whole('USER_LINES', 0, maxCount),
    },
    publishable: { requests, questions: read.whole('PUBLISHABLE_QUESTIONS', 0, maxCount) },
    dollarsPerDay,
  };
}

function readCeiling(read: VariableReader, problems: string[]): number | undefined {
  const text = read.text('DOLLARS_PER_DAY');
  if (text === 'none') return undefined;
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  problems.push(`DOLLARS_PER_DAY is ${JSON.stringify(text)}; it must be \`none\` or an amount such as 2.50.`);
  return undefined;
}

/** A model without a price would not count toward the ceiling. */
function findMissingPrices({ models, claimJudge, prices }: GenerationChoice): readonly string[] {
  const all = [...models, ...(typeof claimJudge === 'object' ? [claimJudge] : [])].map(formatModelName);
  return [...new Set(all)]
    .filter((name) => !prices.has(name))
    .map((name) => `DOLLARS_PER_DAY is set, but MODEL_PRICES has no price of ${name}.`);
}
