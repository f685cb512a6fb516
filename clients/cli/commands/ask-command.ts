/** `wherefore ask`: an answer as it is made, each claim with its state and the lines that prove it; with `--live` of what is not indexed. */

import type { AnswerStreamPart } from '../../../worker/contract/answer-stream.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { LiveAnswerRequest, LiveStreamPart } from '../../../worker/contract/live.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { createAnswerView } from '../answer-view.ts';
import { findRepository } from '../find-repository.ts';
import type { ParsedArguments } from '../parse-arguments.ts';

export const askCommand: Command = {
  name: 'ask',
  summary: 'ask a question and get an answer whose every claim is checked',
  usage: `<repository> <question> [options]
  --top-k N  how many spans to rest on, 1 to 50
  --live     answer from files fetched for the question: the repository is a GitHub
             address or owner/name, and need not be indexed
  --json     print the answer as one JSON object on the last line`,
  options: { 'top-k': { type: 'string' }, live: { type: 'boolean' } },
  operands: { needs: ['a repository', 'a question'], max: Infinity },
  run,
};

interface Question {
  readonly repositoryId: string;
  readonly question: string;
  readonly topK: number | undefined;
}

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [wanted = '', ...words] = parsed.operands;
  const topK = parsed.number('top-k', { min: 1, max: 50 });
  const asked = words.join(' ');
  if (asked.trim() === '')
    throw usageError('The question is empty.', `Ask one: npx wherefore ask ${wanted} "Where is …?"`);
  if (parsed.flag('live')) {
    const options = topK === undefined ? {} : { options: { topK } };
    return askLive(client, { source: wanted, question: asked, ...options }, parsed.flag('json'), context);
  }
  const repository = await findRepository(client, wanted);
  const question: Question = { repositoryId: repository.id, question: asked, topK };
  return parsed.flag('json') ? askForJson(client, question) : askAndShow(client, question, context);
}

async function askForJson(client: Client, question: Question): Promise<CommandResult> {
  const answer = await client.answer(question.repositoryId, requestOf(question));
  return { exit: answer.refused ? 'notFound' : 'ok', json: answer };
}

async function askAndShow(
  client: Client,
  question: Question,
  context: CommandContext,
): Promise<CommandResult> {
  const parts = client.streamAnswer(question.repositoryId, requestOf(question), context.signal);
  return showAnswer(context, partsOf(parts));
}

async function askLive(
  client: Client,
  request: LiveAnswerRequest,
  isJson: boolean,
  context: CommandContext,
): Promise<CommandResult> {
  if (!isJson) return showAnswer(context, client.streamLive(request, context.signal));
  const answer = await client.answerLive(request);
  return { exit: answer.refused ? 'notFound' : 'ok', json: answer };
}

async function* partsOf(parts: AsyncIterable<{ readonly part: AnswerStreamPart }>) {
  for await (const { part } of parts) yield part;
}

/** What is done before a live answer stands above it, a line a step. */
async function showAnswer(
  context: CommandContext,
  parts: AsyncIterable<LiveStreamPart>,
): Promise<CommandResult> {
  const view = createAnswerView(context.terminal);
  for await (const part of parts) {
    if (part.type === 'error') {
      throw new CommandError('failed', 'answer_failed', { message: part.errorText, fix: 'Ask again.' });
    }
    if (part.type === 'data-step' && part.data.state !== 'running') context.terminal.print(part.data.detail);
    if (part.type === 'data-live') context.terminal.print('');
    if (part.type !== 'data-plan' && part.type !== 'data-step' && part.type !== 'data-live') view.add(part);
  }
  const { refused, finished } = view.end();
  if (!finished) {
    const fix = 'Ask again; `npx wherefore status` tells whether the server is there.';
    throw new CommandError('failed', 'answer_cut_off', {
      message: 'The answer ended before it was whole.',
      fix,
    });
  }
  return { exit: refused ? 'notFound' : 'ok', json: {} };
}

function requestOf(question: Question): { question: string; options?: { topK: number } } {
  const { topK } = question;
  return { question: question.question, ...(topK === undefined ? {} : { options: { topK } }) };
}
