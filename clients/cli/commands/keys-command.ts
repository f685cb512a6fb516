/** `wherefore keys`: creates, lists, rotates and revokes API keys. A secret is printed once, alone on its line. */

import type { Client } from '../../../worker/contract/client.ts';
import type { CreatedKey, CreateKey, Key, KeyLimits } from '../../../worker/contract/keys/schema.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { formatUsage } from '../parse-arguments.ts';
import { formatTable } from '../terminal/format-table.ts';

const usage = `list | create <name> | rotate <id> | revoke <id> [options]
  --scope NAME        ask, search, read, index or admin; repeatable (default: ask, search, read)
  --repository NAME   only this repository; repeatable
  --origin ORIGIN     a publishable key for pages of this origin; repeatable
  --questions N       maximum questions a day
  --requests N        maximum requests a minute
  --expires DAYS      days until the key expires
  --grace HOURS       hours for which the earlier secret remains valid
  --json              print the response as one JSON object on the last line`;

/** The actions and their options. An option of another action would be ignored, so it is an error. */
const actions = {
  list: [],
  create: ['scope', 'repository', 'origin', 'questions', 'requests', 'expires'],
  rotate: ['grace'],
  revoke: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Action = keyof typeof actions;

export const keysCommand: Command = {
  name: 'keys',
  summary: 'create, list, rotate or revoke API keys of a hosted server',
  usage,
  options: {
    scope: { type: 'string', multiple: true },
    repository: { type: 'string', multiple: true },
    origin: { type: 'string', multiple: true },
    questions: { type: 'string' },
    requests: { type: 'string' },
    expires: { type: 'string' },
    grace: { type: 'string' },
  },
  operands: {
    needs: ['list, create, rotate or revoke'],
    max: 2,
    choices: Object.keys(actions),
  },
  run,
};

const scopeNames = [
  'ask',
  'search',
  'read',
  'index',
  'admin',
] as const satisfies readonly Key['scopes'][number][];
const maxCount = 1_000_000_000;
const maxDays = 3_650;
const maxGraceHours = 168;
const dayMs = 86_400_000;

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [, operand] = parsed.operands;
  const action = readAction(parsed);
  const client = connect(context);
  if (action === 'list') return list(client, context);
  if (operand === undefined)
    throw usageError(
      `wherefore keys ${action} requires ${action === 'create' ? 'a name' : 'the id of a key'}.`,
      formatUsage(keysCommand),
    );
  if (action === 'create')
    return printSecret(context, parsed, await client.createKey(await readKey(parsed, client, operand)));
  const { id, name } = await findKey(client, operand);
  if (action === 'rotate') {
    const graceHours = parsed.number('grace', { min: 0, max: maxGraceHours }) ?? 0;
    return printSecret(context, parsed, await client.rotateKey(id, { graceHours }));
  }
  await client.revokeKey(id);
  context.terminal.print(`Revoked "${name}". The next request with it is refused.`);
  return { exit: 'ok', json: { id, revoked: true } };
}

/** @throws CommandError for an unknown action, or an option that it does not have */
function readAction(parsed: ParsedArguments): Action {
  const [name = ''] = parsed.operands;
  const action = (Object.keys(actions) as Action[]).find((known) => known === name);
  if (action === undefined)
    throw usageError(
      `"${name}" is not an action. Available: ${Object.keys(actions).join(', ')}.`,
      formatUsage(keysCommand),
    );
  const own: readonly string[] = actions[action];
  const others = Object.values(actions)
    .flat()
    .filter((option) => !own.includes(option));
  const ignored = others.find((option) => parsed.has(option));
  if (ignored !== undefined)
    throw usageError(`--${ignored} does not apply to "keys ${action}".`, formatUsage(keysCommand));
  return action;
}

async function list(client: Client, { terminal }: CommandContext): Promise<CommandResult> {
  const { keys } = await client.listKeys();
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.name,
    key.scopes.join(' '),
    describeState(key),
    key.lastUsedAt === null ? 'never used' : `used ${key.lastUsedAt.slice(0, 10)}`,
  ]);
  terminal.print(rows.length === 0 ? 'No API keys.' : formatTable(rows));
  return { exit: 'ok', json: { keys } };
}

function describeState({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return 'active';
  const day = expiresAt.slice(0, 10);
  return Date.parse(expiresAt) > Date.now() ? `expires ${day}` : `expired ${day}`;
}

async function readKey(parsed: ParsedArguments, client: Client, name: string): Promise<CreateKey> {
  const origins = parsed.list('origin');
  const repositories = await findRepositories(client, parsed.list('repository'));
  const days = parsed.number('expires', { min: 1, max: maxDays });
  const values = {
    kind: origins === undefined ? ('secret' as const) : ('publishable' as const),
    scopes: readScopes(parsed.list('scope')),
    repositories,
    origins,
    limits: readLimits(parsed),
    expiresAt: days === undefined ? undefined : new Date(Date.now() + days * dayMs).toISOString(),
  };
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  return { name, ...Object.fromEntries(stated) };
}

function readScopes(names: readonly string[] | undefined): Key['scopes'] | undefined {
  return names?.map((name) => {
    const scope = scopeNames.find((known) => known === name);
    if (scope !== undefined) return scope;
    throw usageError(
      `"${name}" is not a scope. Available: ${scopeNames.join(', ')}.`,
      formatUsage(keysCommand),
    );
  });
}

function readLimits(parsed: ParsedArguments): KeyLimits | undefined {
  const questionsPerDay = parsed.number('questions', { min: 0, max: maxCount });
  const requestsPerMinute = parsed.number('requests', { min: 0, max: maxCount });
  const limits = {
    ...(questionsPerDay === undefined ? {} : { questionsPerDay }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

async function findRepositories(
  client: Client,
  names: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (names === undefined) return undefined;
  const found = await Promise.all(names.map((name) => findRepository(client, name)));
  return found.map(({ id }) => id);
}

/** Finds a key by its id, or by its name if only one active key has it. @throws CommandError when none or several have it */
async function findKey(client: Client, wanted: string): Promise<Key> {
  const { keys } = await client.listKeys();
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const byId = active.find(({ id }) => id === wanted);
  const byName = active.filter(({ name }) => name === wanted);
  const key = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (key !== undefined) return key;
  const fix = 'List the keys with "wherefore keys list", and use the id of one of them.';
  if (byName.length > 1) throw usageError(`${byName.length} keys are named "${wanted}".`, fix);
  throw new CommandError('notFound', 'key_not_found', {
    message: `There is no active key "${wanted}".`,
    fix,
  });
}

/** With `--json`, the object contains the secret. Standard error may go to a log. */
function printSecret(
  { terminal }: CommandContext,
  parsed: ParsedArguments,
  created: CreatedKey,
): CommandResult {
  const { key, secret } = created;
  if (parsed.flag('json')) return { exit: 'ok', json: created };
  terminal.note(`"${key.name}" (${key.id}). The key is not shown again:`);
  terminal.print(secret);
  terminal.note(
    key.kind === 'publishable'
      ? `Use it in a web page, with the repository ${key.repositories?.[0] ?? ''}. The guide /docs/widget shows how.`
      : 'Set WHEREFORE_KEY to use it with every command.',
  );
  return { exit: 'ok', json: created };
}
