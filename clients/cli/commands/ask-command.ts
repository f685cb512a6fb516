/**
 * `wherefore ask`: prints an answer as it streams, as prose with numbered sources. `--live` answers without an index.
 */

import type { AnswerRequest } from '../../../worker/contract/answers/schema.ts';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { LiveAnswerRequest, LiveStreamPart } from '../../../worker/contract/live/schema.ts';
import { readAnswerOptions } from '../ask/answer-options.ts';
import { readAttachments } from '../ask/read-attachments.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect, readModelKey } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { createAnswerView } from '../terminal/answer-view.ts';

export const askCommand: Command = {
  name: 'ask',
  summary: 'ask a question and get an answer with every claim checked',
  usage: `<repository> <question> [options]
  --top-k N        number of spans to answer from, 1 to 50
  --model M        the model that writes the answer (see \`wherefore models\`); embedded:
                   quotations only, no AI model
  --temperature T  temperature of the model, 0 to 2
  --max-tokens N   maximum length of a model's answer
  --style S        short or detailed
  --language L     language in which a model writes, such as de or pt-BR
  --judge          let a model say whether the cited evidence supports each sentence
  --file F         attach a text file to the question; repeatable
  --retry          generate the answer again even if it is cached
  --live           answer from files fetched for this question: the repository is a GitHub
                   address or owner/name and needs no index
  --details        a line per sentence with its state and what was looked up; opens folded parts
  --plain          no colors, no control characters and no text that depends on the time, for pipes
  --json           print the answer as one JSON object on the last line
WHEREFORE_OPENAI_KEY, WHEREFORE_GROQ_KEY, WHEREFORE_GOOGLE_KEY, WHEREFORE_ANTHROPIC_KEY: your own API key
for the provider of --model, used for this question only.

Exit codes: 0 answered; 4 declined, or no such repository; 2 invalid request; 3 no server responds;
1 the answer failed.`,
  options: {
    'top-k': { type: 'string' },
    model: { type: 'string' },
    temperature: { type: 'string' },
    'max-tokens': { type: 'string' },
    style: { type: 'string' },
    language: { type: 'string' },
    judge: { type: 'boolean' },
    file: { type: 'string', multiple: true },
    retry: { type: 'boolean' },
    live: { type: 'boolean' },
    details: { type: 'boolean' },
    plain: { type: 'boolean' },
  },
  operands: { needs: ['a repository', 'a question'], max: Infinity },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repository = '', ...words] = parsed.operands;
  const question = words.join(' ');
  if (question.trim() === '')
    throw usageError('The question is empty.', `For example: npx wherefore ask ${repository} "Where is …?"`);
  const request = await buildRequest(parsed, question, context);
  // A key is sent only with an explicit model. Otherwise it would go to whichever provider the server uses first.
  const [provider = 'embedded'] = request.model?.split('/') ?? [];
  const modelKey = provider === 'embedded' ? undefined : readModelKey(provider, context);
  if (parsed.flag('live')) {
    const live = { ...request, source: repository };
    return answerLive(client, { request: live, modelKey }, parsed, context);
  }
  const { id } = await findRepository(client, repository);
  if (!parsed.flag('json'))
    return showAnswer(context, parsed, {
      writesWithModel: () => writesWithModel(client, request),
      parts: streamParts(client.streamAnswer(id, request, context.signal, modelKey)),
    });
  const answer = await client.answer(id, request, modelKey);
  return { exit: answer.refused ? 'notFound' : 'ok', json: answer };
}

async function answerLive(
  client: Client,
  { request, modelKey }: { readonly request: LiveAnswerRequest; readonly modelKey: string | undefined },
  parsed: ParsedArguments,
  context: CommandContext,
): Promise<CommandResult> {
  if (!parsed.flag('json'))
    return showAnswer(context, parsed, {
      writesWithModel: () => writesWithModel(client, request),
      parts: client.streamLive(request, context.signal, modelKey),
    });
  const answer = await client.answerLive(request, modelKey);
  return { exit: answer.refused ? 'notFound' : 'ok', json: answer };
}

interface StreamedAnswer {
  readonly parts: AsyncIterable<LiveStreamPart>;
  readonly writesWithModel: () => Promise<boolean>;
}

/** Whether a model writes the answer. A composed answer quotes its sources itself. If the server does not respond, the question states why. */
async function writesWithModel(client: Client, { model }: Pick<AnswerRequest, 'model'>): Promise<boolean> {
  const answering = model ?? (await client.models().catch(() => undefined))?.default;
  return answering !== undefined && answering !== 'embedded';
}

async function* streamParts(parts: AsyncIterable<{ readonly part: AnswerStreamPart }>) {
  for await (const { part } of parts) yield part;
}

/** Prints the steps of a live answer, one line each, above the answer. */
async function showAnswer(
  context: CommandContext,
  parsed: ParsedArguments,
  { writesWithModel, parts }: StreamedAnswer,
): Promise<CommandResult> {
  let showsSources = false;
  const view = createAnswerView(context.terminal, {
    showsSources: () => showsSources,
    details: parsed.flag('details'),
    isPlain: parsed.flag('plain'),
  });
  for await (const part of parts) {
    if (part.type === 'error') {
      throw new CommandError('failed', 'answer_failed', {
        message: part.errorText,
        fix: 'Ask the question again.',
      });
    }
    // Asked only when it decides something: the server may have to ask the model providers.
    if (part.type === 'data-question' && part.data.confidence === 'low')
      showsSources = await writesWithModel();
    if (part.type === 'data-step' && part.data.state !== 'running') context.terminal.print(part.data.detail);
    if (part.type === 'data-live') context.terminal.print('');
    if (part.type !== 'data-plan' && part.type !== 'data-step' && part.type !== 'data-live') view.add(part);
  }
  const { refused, finished } = view.end();
  if (!finished) {
    const fix = 'Ask again; `npx wherefore status` shows whether the server is running.';
    throw new CommandError('failed', 'answer_cut_off', {
      message: 'The answer ended before it was complete.',
      fix,
    });
  }
  return { exit: refused ? 'notFound' : 'ok', json: {} };
}

async function buildRequest(
  parsed: ParsedArguments,
  question: string,
  { workingDirectory }: CommandContext,
): Promise<AnswerRequest> {
  const model = parsed.text('model');
  const options = readAnswerOptions(parsed);
  const files = await readAttachments(parsed.list('file') ?? [], workingDirectory);
  return {
    question,
    ...(parsed.flag('retry') ? { retry: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
}
