/** `wherefore feedback`: lists what people say about answers, for the owner of a repository, or prints it as JSON lines for the evaluation. */

import { formatFeedbackLines } from '../../../worker/contract/client.ts';
import type { FeedbackView } from '../../../worker/contract/feedback/schema.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { formatUsage } from '../parse-arguments.ts';

const ratings = ['up', 'down'] as const satisfies readonly FeedbackView['rating'][];
const reasons = [
  'wrong',
  'incomplete',
  'off-topic',
  'unclear',
  'outdated',
  'other',
] as const satisfies readonly FeedbackView['reason'][];

export const feedbackCommand: Command = {
  name: 'feedback',
  summary: 'list feedback on answers, as the owner of a repository',
  usage: `<repository> [options]
  --rating up|down  only answers that were helpful, or that were not
  --reason REASON   only this reason: ${reasons.join(', ')}
  --since DATE      only feedback since this day or time, such as 2026-11-28
  --jsonl           print a JSON line for each answer, which \`wherefore eval --feedback\` reads
  --json            print one JSON object on the last line`,
  options: {
    rating: { type: 'string' },
    reason: { type: 'string' },
    since: { type: 'string' },
    jsonl: { type: 'boolean' },
  },
  operands: { needs: ['a repository'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const filters = {
    rating: readChoice(parsed, 'rating', ratings),
    reason: readChoice(parsed, 'reason', reasons),
    since: readTime(parsed.text('since')),
  };
  const client = connect(context);
  const { id, name } = await findRepository(client, parsed.operands[0] ?? '');
  const feedback = await client.listAllFeedback(id, filters);
  const { terminal } = context;
  if (parsed.flag('jsonl')) {
    if (feedback.length > 0) terminal.print(formatFeedbackLines(name, feedback).trimEnd());
  } else {
    for (const one of feedback) terminal.print(`${describeFeedback(one)}\n`);
    const helpful = feedback.filter(({ rating }) => rating === 'up').length;
    terminal.print(
      feedback.length === 0
        ? 'No feedback.'
        : `${feedback.length} rated, ${helpful} helpful, ${feedback.length - helpful} not.`,
    );
  }
  return { exit: 'ok', json: { id, name, feedback } };
}

function describeFeedback({ rating, reason, text, question, cited, createdAt }: FeedbackView): string {
  const verdict = rating === 'up' ? 'helpful' : 'not helpful';
  return [
    `${createdAt.slice(0, 10)}  ${verdict}${reason === null ? '' : `, ${reason}`}`,
    `  ${question}`,
    ...(text === '' ? [] : [`  "${text.replaceAll(/\s+/g, ' ')}"`]),
    ...cited.map(({ path, startLine, endLine }) => `  ${path}:${startLine}-${endLine}`),
  ].join('\n');
}

function readChoice<Choice extends string>(
  parsed: ParsedArguments,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = parsed.text(option);
  const choice = choices.find((known) => known === text);
  if (text === undefined || choice !== undefined) return choice;
  throw usageError(
    `--${option} must be one of ${choices.join(', ')}; found "${text}".`,
    formatUsage(feedbackCommand),
  );
}

function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(time)) return new Date(time).toISOString();
  throw usageError(
    `--since must be a day or time, such as 2026-11-28; found "${text}".`,
    formatUsage(feedbackCommand),
  );
}
