/** The error of a refused reservation: which limit was reached, when it resets, and what the viewer can do about it. */

import { AppError } from '../../core/errors.ts';
import { microdollarsPerDollar, periods, type Measure, type Standing } from '../../core/limits/measures.ts';
import type { Viewer } from '../../core/viewer.ts';

const units: Readonly<Record<Measure, readonly [one: string, many: string]>> = {
  requests: ['request', 'requests'],
  questions: ['question', 'questions'],
  tokens: ['token', 'tokens'],
  lines: ['indexed line', 'indexed lines'],
  repositories: ['repository', 'repositories'],
  microdollars: ['dollar', 'dollars'],
};

type Help = 'wait' | 'sign_in' | 'own_model_key';
const helpTexts: Readonly<Record<Help, string>> = {
  wait: 'Wait until then.',
  sign_in: 'Or sign in, which has higher limits.',
  own_model_key: 'Or use your own model key (in the API: `X-Model-Key`).',
};

export function createLimitError(
  viewer: Viewer,
  { exceeded, subject }: { readonly exceeded: Standing; readonly subject: string },
  now: number,
): AppError {
  const { measure, limit, used, resetsAt } = exceeded;
  const retryAfter = Math.max(1, Math.ceil((resetsAt - now) / 1_000));
  const amount = measure === 'microdollars' ? limit / microdollarsPerDollar : limit;
  const [one, many] = units[measure];
  const whose = subject.startsWith('key:') ? 'API key' : viewer.kind === 'anonymous' ? 'address' : 'account';
  const resetTime = new Date(resetsAt).toISOString();
  const helps = listHelp(viewer, measure);
  return new AppError(
    'limit_reached',
    `This ${whose} has used its ${amount} ${amount === 1 ? one : many} a ${periods[measure]}. The limit resets at ${formatTime(resetTime)}.`,
    {
      details: { measure, limit, used, resetsAt: resetTime, retryAfter, helps },
      fix: helps.map((help) => helpTexts[help]).join(' '),
    },
  );
}

/** `wait` always helps; the others depend on who is limited by what. */
function listHelp(viewer: Viewer, measure: Measure): readonly Help[] {
  const usesModels = measure === 'questions' || measure === 'tokens' || measure === 'microdollars';
  return [
    'wait',
    ...(viewer.kind === 'anonymous' ? (['sign_in'] as const) : []),
    ...(usesModels ? (['own_model_key'] as const) : []),
  ];
}

/** `2026-11-28 10:01 UTC`; limits reset at whole minutes. */
function formatTime(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')} UTC`;
}
