/** `wherefore ask`: an answer as it is made, each claim with its state and the lines that prove it; with `--live` of what is not indexed. */

import type { AnswerRequest } from '../../../worker/contract/answer.ts';
import type { AnswerStreamPart } from '../../../worker/contract/answer-stream.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { LiveAnswerRequest, LiveStreamPart } from '../../../worker/contract/live.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { createAnswerView } from '../answer-view.ts';
import { findRepository } from '../find-repository.ts';
import { modelKeyOf } from '../model-key.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { readAttached } from '../read-attached.ts';

export const askCommand: Command = {
  name: 'ask',
  summary: 'ask a question and get an answer whose every claim is checked',
  usage: `<repository> <question> [options]
  --top-k N  how many spans to rest on, 1 to 50
  --model M  who writes it, as \`wherefore models\` lists them; embedded: no model
  --temperature T  0 to 2, of a model
  --max-tokens N   longest answer of a model
  --file F   a file of text to go with the question; may be given several times
  --retry    ask anew, though the answer is in the cache
  --live     answer from files fetched for the question: the repository is a GitHub
             address or owner/name, and need not be indexed
  --json     print the answer as one JSON object on the last line
WHEREFORE_OPENAI_KEY, WHEREFORE_GROQ_KEY, WHEREFORE_GOOGLE_KEY, WHEREFORE_ANTHROPIC_KEY: a key of your
own for the vendor of --model, used for this question alone.

Ends with 0 where it was answered, 4 where it was declined or there is no such repository,
2 where the request was wrong, 3 where no server answers, 1 where the answer failed.`,
  options: {
    'top-k': { type: 'string' },
    model: { type: 'string' },
    temperature: { type: 'string' },
    'max-tokens': { type: 'string' },
    file: { type: 'string', multiple: true },
    retry: { type: 'boolean' },
    live: { type: 'boolean' },
  },
  operands: { needs: ['a repository', 'a question'], max: Infinity },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [wanted = '', ...words] = parsed.operands;
  const asked = words.join(' ');
  if (asked.trim() === '')
    throw usageError('The question is empty.', `Ask one: npx wherefore ask ${wanted} "Where is …?"`);
  const request = await requestOf(parsed, asked, context);
  // A key is sent where it is said whose model is asked: without that it would go to whoever the server asks first.
  const [provider = 'embedded'] = request.model?.split('/') ?? [];
  const modelKey = provider === 'embedded' ? undefined : modelKeyOf(provider, context);
  if (parsed.flag('live')) {
    const live = { ...request, source: wanted };
    return askLive(client, { request: live, modelKey }, parsed.flag('json'), context);
  }
  const { id } = await findRepository(client, wanted);
  if (!parsed.flag('json'))
    return showAnswer(context, partsOf(client.streamAnswer(id, request, context.signal, modelKey)));
  const answer = await client.answer(id, request, modelKey);
  return { exit: answer.refused ? 'notFound' : 'ok', json: answer };
}

async function askLive(
  client: Client,
  { request, modelKey }: { readonly request: LiveAnswerRequest; readonly modelKey: string | undefined },
  isJson: boolean,
  context: CommandContext,
): Promise<CommandResult> {
  if (!isJson) return showAnswer(context, client.streamLive(request, context.signal, modelKey));
  const answer = await client.answerLive(request, modelKey);
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

async function requestOf(
  parsed: ParsedArguments,
  question: string,
  { workingDirectory }: CommandContext,
): Promise<AnswerRequest> {
  const topK = parsed.number('top-k', { min: 1, max: 50 });
  const temperature = temperatureOf(parsed.text('temperature'));
  const maxOutputTokens = parsed.number('max-tokens', { min: 1, max: 1_000_000 });
  const model = parsed.text('model');
  const options = {
    ...(topK === undefined ? {} : { topK }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
  const files = await readAttached(parsed.list('file') ?? [], workingDirectory);
  return {
    question,
    ...(parsed.flag('retry') ? { retry: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
}

function temperatureOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (number <= 2) return number;
  throw usageError(
    `--temperature must be a number from 0 to 2; found "${given}".`,
    'Leave it out, or give 0.2.',
  );
}
