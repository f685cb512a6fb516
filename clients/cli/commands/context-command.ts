/** `wherefore context`: prints the code that a model needs to answer a question, as Markdown on stdout, to pipe into any assistant. */

import type { ContextRequest, ContextResponse } from '../../../worker/contract/context/schema.ts';
import { countOf } from '../../../worker/contract/client.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

const confidenceNotes: Partial<Record<ContextResponse['confidence'], string>> = {
  low: 'Low confidence: the context may not contain the answer.',
  'out-of-scope': 'Out of scope: the repository does not seem to contain the answer.',
};

export const contextCommand: Command = {
  name: 'context',
  summary: 'print the code that a question needs, as Markdown for any assistant',
  usage: `<repository> <question> [options]
  --max-tokens N  maximum length of the Markdown, 200 to 200000 (default 12000)
  --max-spans N   maximum number of definitions and sections, 1 to 200 (default 24)
  --version V     a branch, tag, commit or snapshot instead of the newest version
  --json          print the response as one JSON object on the last line
Only the Markdown is printed on stdout; notes go to stderr:
  npx wherefore context my-project "How are retries limited?" | pbcopy

Exit codes: 0 printed; 4 nothing found, or no such repository; 2 invalid request; 3 no server responds.`,
  options: {
    'max-tokens': { type: 'string' },
    'max-spans': { type: 'string' },
    version: { type: 'string' },
  },
  operands: { needs: ['a repository', 'a question'], max: Infinity },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = '', ...words] = parsed.operands;
  const request = buildRequest(parsed, words.join(' '));
  const repository = await findRepository(client, repositoryName);
  const response = await client.context(repository.id, request, context.signal);
  for (const note of response.notes ?? []) context.terminal.note(note);
  const confidenceNote = confidenceNotes[response.confidence];
  if (confidenceNote !== undefined) context.terminal.note(confidenceNote);
  if (response.spans.length === 0) {
    context.terminal.note(`Nothing in "${repository.name}" matches.`);
    return { exit: 'notFound', json: response };
  }
  context.terminal.print(response.markdown.trimEnd());
  context.terminal.note(describeSize(response));
  return { exit: 'ok', json: response };
}

function buildRequest(parsed: ParsedArguments, question: string): ContextRequest {
  if (question.trim() === '')
    throw usageError(
      'The question is empty.',
      `For example: npx wherefore context ${parsed.operands[0] ?? ''} "How does …?"`,
    );
  const maxTokens = parsed.number('max-tokens', { min: 200, max: 200_000 });
  const maxSpans = parsed.number('max-spans', { min: 1, max: 200 });
  const version = parsed.text('version');
  return {
    question,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxSpans === undefined ? {} : { maxSpans }),
    ...(version === undefined ? {} : { version }),
  };
}

function describeSize({ tokens, spans }: ContextResponse): string {
  const files = new Set(spans.map(({ path }) => path)).size;
  return `${countOf(tokens, 'token')}: ${countOf(spans.length, 'span')} of ${countOf(files, 'file')}.`;
}
