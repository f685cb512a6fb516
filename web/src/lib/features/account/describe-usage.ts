/** Describes limits and usage in words. Pure. */
import type { Usage } from '../../api.ts';
import { formatCount, formatCountOf } from '../../format.ts';

type UsageLimit = Usage['limits'][number];
type LimitName = UsageLimit['limit'];

/** From here on, the app shows a visitor how many questions are left. */
const lowQuestions = 5;

export const limitLabels: Readonly<Record<LimitName, string>> = {
  questionsPerDay: 'Questions today',
  requestsPerMinute: 'Requests a minute',
  repositoriesPerDay: 'Repositories today',
  linesPerDay: 'Indexed lines today',
  tokensPerMonth: 'Model tokens this month',
  dollarsPerDay: 'Model cost today',
};

export function formatAmount(limit: LimitName, amount: number): string {
  return limit === 'dollarsPerDay' ? formatDollars(amount) : formatCount(Math.floor(amount));
}

/** `$0.00`, `under $0.01`, `$12.30`. */
export function formatDollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? 'under $0.01' : `$${amount.toFixed(2)}`;
}

/** @returns undefined while enough are left, or if nothing is limited */
export function describeQuestionsLeft(usage: Pick<Usage, 'limits'>, now = Date.now()): string | undefined {
  const questions = usage.limits.find(({ limit }) => limit === 'questionsPerDay');
  if (questions === undefined || questions.left > lowQuestions) return undefined;
  const left = Math.max(0, Math.floor(questions.left));
  return left === 0
    ? `No questions left today; again ${describeReset(questions.resetsAt, now)}. Signed-in users get more.`
    : `${formatCountOf(left, 'question')} left today. Signed-in users get more.`;
}

/** `in 40 minutes`, `in 3 hours`, `in 2 days`. */
export function describeReset(resetsAt: string, now = Date.now()): string {
  const minutes = Math.ceil((Date.parse(resetsAt) - now) / 60_000);
  if (Number.isNaN(minutes)) return 'later';
  if (minutes <= 1) return 'in a minute';
  if (minutes < 90) return `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `in ${hours} hours` : `in ${Math.round(hours / 24)} days`;
}
