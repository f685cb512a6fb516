/** `wherefore ask`: an answer as it is made, each claim with its state and the lines that prove it. */

import type { Client } from '../../../worker/contract/client.ts';
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
  --json     print the answer as one JSON object on the last line`,
  options: { 'top-k': { type: 'string' } },
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
  const view = createAnswerView(context.terminal);
  const parts = client.streamAnswer(question.repositoryId, requestOf(question), context.signal);
  for await (const { part } of parts) {
    if (part.type === 'error') {
      throw new CommandError('failed', 'answer_failed', { message: part.errorText, fix: 'Ask again.' });
    }
    view.add(part);
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
