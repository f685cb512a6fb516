/** The routes of API keys and usage. */

import {
  createKeyRoute,
  keyUsageRoute,
  listKeysRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  updateKeyRoute,
  usageRoute,
} from '../contract/keys/routes.ts';
import type { Key, KeyLimits, Usage } from '../contract/keys/schema.ts';
import { AppError } from '../core/errors.ts';
import type { ApiKey } from '../core/keys.ts';
import type { SubjectUsage } from '../core/limits/account.ts';
import { addAmounts } from '../core/limits/ledger.ts';
import { microdollarsPerDollar, type Amounts, type Measure } from '../core/limits/measures.ts';
import { formatDay } from '../core/time.ts';
import { createKey, listKeys, readKey, revokeKey, rotateKey, updateKey } from '../flows/keys/manage-keys.ts';
import { countQuestions, readKeyUsage, readUsage } from '../flows/keys/read-usage.ts';
import { readPage, toCursor } from './account/cursor.ts';
import type { App } from './context.ts';

const hourMs = 3_600_000;

const limitNames = {
  requests: 'requestsPerMinute',
  questions: 'questionsPerDay',
  tokens: 'tokensPerMonth',
  lines: 'linesPerDay',
  repositories: 'repositoriesPerDay',
  microdollars: 'dollarsPerDay',
} as const satisfies Record<Measure, string>;
/** Lines are counted when they are indexed, for the user alone. */
const keyMeasures = ['requests', 'questions', 'tokens', 'repositories', 'microdollars'] as const;

export function bindKeys(app: App): void {
  app.openapi(listKeysRoute, async (context) => {
    const keys = await listKeys(context.get('services'), context.get('viewer'));
    const { entries, next } = readPage(keys, context.req.valid('query'), toCursor);
    return context.json({ keys: entries.map(keyToWire), next }, 200);
  });

  app.openapi(createKeyRoute, async (context) => {
    const { kind, name, scopes, repositories, origins, limits, expiresAt } = context.req.valid('json');
    const { key, secret } = await createKey(context.get('services'), context.get('viewer'), {
      kind,
      name,
      scopes,
      repositories,
      origins: origins ?? [],
      limits: limitsFromWire(limits ?? {}),
      expiresAt: parseExpiry(expiresAt, context.get('services').clock.now()),
    });
    context.header('cache-control', 'no-store');
    return context.json({ key: keyToWire(key), secret }, 201);
  });

  app.openapi(updateKeyRoute, async (context) => {
    const { limits, expiresAt, ...changes } = context.req.valid('json');
    const key = await updateKey(context.get('services'), context.get('viewer'), {
      ...changes,
      id: context.req.valid('param').id,
      limits: limits && limitsFromWire(limits),
      expiresAt: expiresAt === null ? null : parseExpiry(expiresAt, context.get('services').clock.now()),
    });
    return context.json(keyToWire(key), 200);
  });

  app.openapi(rotateKeyRoute, async (context) => {
    const { key, secret } = await rotateKey(context.get('services'), context.get('viewer'), {
      id: context.req.valid('param').id,
      graceMs: context.req.valid('json').graceHours * hourMs,
    });
    context.header('cache-control', 'no-store');
    return context.json({ key: keyToWire(key), secret }, 200);
  });

  app.openapi(revokeKeyRoute, async (context) => {
    await revokeKey(context.get('services'), context.get('viewer'), context.req.valid('param').id);
    return context.body(null, 204);
  });

  app.openapi(keyUsageRoute, async (context) => {
    const services = context.get('services');
    const key = await readKey(services, context.get('viewer'), context.req.valid('param').id);
    return context.json(usageToWire(await readKeyUsage(services, key)), 200);
  });

  app.openapi(usageRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const usage = usageToWire(await readUsage(services, viewer));
    const questionsInTotal = await countQuestions(services, viewer);
    return context.json({ ...usage, questionsInTotal }, 200);
  });
}

/** @throws AppError `invalid_request` for a time in the past: the key would never work */
function parseExpiry(text: string | undefined, now: number): number | undefined {
  const time = text === undefined ? undefined : Date.parse(text);
  if (time === undefined || time > now) return time;
  throw new AppError(
    'invalid_request',
    `expiresAt: ${text} is in the past. Set a later time, or revoke the key.`,
  );
}

function formatTime(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

function keyToWire({ userId: _, repositories, limits, ...key }: ApiKey): Key {
  return {
    ...key,
    scopes: [...key.scopes],
    repositories: repositories === undefined ? null : [...repositories],
    origins: [...key.origins],
    limits: limitsToWire(limits),
    createdAt: new Date(key.createdAt).toISOString(),
    expiresAt: formatTime(key.expiresAt),
    lastUsedAt: formatTime(key.lastUsedAt),
    revokedAt: formatTime(key.revokedAt),
  };
}

/** Amounts of money are dollars on the wire, and whole millionths of a dollar inside. */
function amountToWire(measure: Measure, amount: number): number {
  return measure === 'microdollars' ? amount / microdollarsPerDollar : amount;
}

function limitsToWire(limits: Amounts): KeyLimits {
  return Object.fromEntries(
    keyMeasures.flatMap((measure) => {
      const limit = limits[measure];
      return limit === undefined ? [] : [[limitNames[measure], amountToWire(measure, limit)] as const];
    }),
  );
}

function limitsFromWire(limits: KeyLimits): Amounts {
  return Object.fromEntries(
    keyMeasures.flatMap((measure) => {
      const limit = limits[limitNames[measure]];
      if (limit === undefined) return [];
      const amount = measure === 'microdollars' ? Math.round(limit * microdollarsPerDollar) : limit;
      return [[measure, amount] as const];
    }),
  );
}

function usageToWire({ standings, days }: SubjectUsage): Usage {
  return {
    limits: standings.map(({ measure, limit, used, left, resetsAt }) => ({
      limit: limitNames[measure],
      max: amountToWire(measure, limit),
      used: amountToWire(measure, used),
      left: amountToWire(measure, left),
      resetsAt: new Date(resetsAt).toISOString(),
    })),
    days: days.map(({ startsAt, amounts }) => ({ day: formatDay(startsAt), ...amountsToWire(amounts) })),
    total: amountsToWire(days.reduce<Amounts>((sum, { amounts }) => addAmounts(sum, amounts), {})),
  };
}

function amountsToWire(amounts: Amounts): Usage['total'] {
  const { requests = 0, questions = 0, tokens = 0, lines = 0, repositories = 0, microdollars = 0 } = amounts;
  return { requests, questions, tokens, lines, repositories, dollars: microdollars / microdollarsPerDollar };
}
