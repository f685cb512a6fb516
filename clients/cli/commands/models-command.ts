/**
 * `wherefore models`: lists the models that can write an answer. With the user's own key, it lists the models that the
 * provider offers for that key.
 */

import type { Models } from '../../../worker/contract/models/schema.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect, modelKeyVariable, readModelKey } from '../connect.ts';
import { formatTable } from '../terminal/format-table.ts';

export const modelsCommand: Command = {
  name: 'models',
  summary: 'list the models that can write an answer',
  usage: `[provider] [options]
  --json  print one JSON object on the last line
With a provider and your own key for it (WHEREFORE_OPENAI_KEY and so on) it lists that
provider's models for the key.`,
  options: {},
  operands: { needs: [], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [provider] = parsed.operands;
  if (provider === '') throw usageError('The provider is empty.', 'For example: npx wherefore models openai');
  const modelKey = provider === undefined ? undefined : readModelKey(provider, context);
  // A key needs an explicit provider, so that no other provider receives it.
  const query = provider === undefined ? {} : { provider, ...(modelKey === undefined ? {} : { modelKey }) };
  const models = await connect(context).models(query, context.signal);
  context.terminal.print(describeModels(models, modelKey !== undefined));
  return { exit: 'ok', json: models };
}

function describeModels({ default: defaultModel, models, providers }: Models, usesOwnKey: boolean): string {
  const formatMark = (id: string): string => (id === defaultModel ? 'default' : '');
  const rows = models.map(({ id, label, isConfigured, contextTokens }) => [
    id,
    label,
    contextTokens === null ? '' : `${contextTokens.toLocaleString('en-GB')} tokens`,
    formatMark(id) === '' && isConfigured ? 'fallback' : formatMark(id),
  ]);
  const lines = [
    formatTable([
      ['model', 'name', 'context', ''],
      ['embedded', 'Quotations only, no AI model', '', formatMark('embedded')],
      ...rows,
    ]),
  ];
  const problems = providers.filter(({ problem }) => problem !== null);
  if (problems.length > 0) lines.push(problems.map(({ name, problem }) => `${name}: ${problem}`).join('\n'));
  if (!usesOwnKey && offersAllModels(models, providers)) lines.push(describeUnlisted(providers));
  const needingOwnKey = providers.filter(({ hasKey, takesOwnKey }) => !hasKey && takesOwnKey);
  if (needingOwnKey.length > 0)
    lines.push(
      `Also available with your own key: ${needingOwnKey.map(({ name }) => `${name} (${modelKeyVariable(name)})`).join(', ')}.`,
    );
  return lines.join('\n\n');
}

/** Whether any model of the providers can be used. Only a local server allows this, so only a local server fetches their lists. */
function offersAllModels(models: Models['models'], providers: Models['providers']): boolean {
  return models.some((model) => !model.isConfigured) || providers.some(({ problem }) => problem !== null);
}

function describeUnlisted(providers: Models['providers']): string {
  const names = providers.filter(({ hasKey }) => hasKey).map(({ name }) => `${name}/…`);
  return `Any model of these providers works with --model, listed or not: ${names.join(', ')}.`;
}
