/** `wherefore models`: who can be asked to write an answer; with a key of one's own, what its vendor lists for it. */

import type { Models } from '../../../worker/contract/generation.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { keyVariable, modelKeyOf } from '../model-key.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { table } from '../table.ts';

export const modelsCommand: Command = {
  name: 'models',
  summary: 'list the models that can write an answer',
  usage: `[provider] [options]
  --json  print one JSON object on the last line
With a provider and a key of your own for it (WHEREFORE_OPENAI_KEY and so on) it lists the
models of that vendor for that key.`,
  options: {},
  operands: { needs: [], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [provider] = parsed.operands;
  if (provider === '') throw usageError('The provider is empty.', 'npx wherefore models openai');
  const modelKey = provider === undefined ? undefined : modelKeyOf(provider, context);
  // Whose key it is has to be said: it is told to nobody else.
  const asked = provider === undefined ? {} : { provider, ...(modelKey === undefined ? {} : { modelKey }) };
  const models = await connect(context).models(asked, context.signal);
  context.terminal.print(describe(models, modelKey !== undefined));
  return { exit: 'ok', json: models };
}

function describe({ default: usual, models, providers }: Models, isOfOwnKey: boolean): string {
  const mark = (id: string): string => (id === usual ? 'answers where none is named' : '');
  const rows = models.map(({ id, label, isConfigured, contextTokens }) => [
    id,
    label,
    contextTokens === null ? '' : `${contextTokens.toLocaleString('en-GB')} tokens`,
    mark(id) === '' && isConfigured ? 'takes over' : mark(id),
  ]);
  const lines = [
    table([
      ['model', 'name', 'reads', ''],
      ['embedded', 'composed from the index', '', mark('embedded')],
      ...rows,
    ]),
  ];
  const problems = providers.filter(({ problem }) => problem !== null);
  if (problems.length > 0) lines.push(problems.map(({ name, problem }) => `${name}: ${problem}`).join('\n'));
  if (!isOfOwnKey && offersAll(models, providers)) lines.push(describeOpen(providers));
  const without = providers.filter(({ hasKey, takesOwnKey }) => !hasKey && takesOwnKey);
  if (without.length > 0)
    lines.push(
      `With a key of your own also: ${without.map(({ name }) => `${name} (${keyVariable(name)})`).join(', ')}.`,
    );
  return lines.join('\n\n');
}

/** A server asks vendors for their lists only where any model of theirs may be asked: on one's own machine. */
function offersAll(models: Models['models'], providers: Models['providers']): boolean {
  return models.some((one) => !one.isConfigured) || providers.some(({ problem }) => problem !== null);
}

function describeOpen(providers: Models['providers']): string {
  const names = providers.filter(({ hasKey }) => hasKey).map(({ name }) => `${name}/…`);
  return `Here any model of these may be asked with --model, listed or not: ${names.join(', ')}.`;
}
