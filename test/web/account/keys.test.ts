/** Keys in words, the form that creates one, and the bars of their use. */
import { describe, expect, it } from 'vitest';
import type { Key } from '../../../web/src/lib/api.ts';
import {
  describeKey,
  readKeyForm,
  readKeyState,
} from '../../../web/src/lib/features/account/keys/key-facts.ts';
import { plotDays } from '../../../web/src/lib/features/account/keys/plot-days.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const key: Key = {
  id: 'k1',
  kind: 'secret',
  name: 'CI',
  prefix: 'wf_abc',
  scopes: ['ask', 'read'],
  repositories: null,
  origins: [],
  limits: {},
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};

describe('a key', () => {
  it('is active, expired or revoked', () => {
    expect(readKeyState(key, now)).toBe('active');
    expect(readKeyState({ ...key, expiresAt: '2026-11-28T12:00:00Z' }, now)).toBe('expired');
    expect(readKeyState({ ...key, revokedAt: '2026-11-02T00:00:00Z' }, now)).toBe('revoked');
  });

  it('is described by its kind', () => {
    expect(Object.fromEntries(describeKey(key, String))).toMatchObject({
      Scopes: 'ask, read',
      Repositories: 'all of yours',
      Limits: 'those of your account',
      Expires: 'never',
    });
    const publishable: Key = {
      ...key,
      kind: 'publishable',
      repositories: ['r1'],
      origins: ['https://a.example'],
      limits: { questionsPerDay: 1, requestsPerMinute: 20 },
    };
    const facts = Object.fromEntries(describeKey(publishable, () => 'octo/docs'));
    expect(facts).toMatchObject({
      Repositories: 'octo/docs',
      Origins: 'https://a.example',
      Limits: '1 question a day, 20 requests a minute',
    });
    expect(facts).not.toHaveProperty('Scopes');
    expect(Object.fromEntries(describeKey({ ...publishable, limits: {} }, String))).toMatchObject({
      Limits: 'those that your publishable keys share',
    });
  });

  it('is requested as the form says', () => {
    const form = {
      kind: 'secret' as const,
      name: ' CI ',
      scopes: ['ask'] as const,
      repositories: [],
      origins: 'x',
      questionsPerDay: ' 7 ',
      requestsPerMinute: '',
      expiry: '30',
    };
    expect(readKeyForm(form, now)).toEqual({
      kind: 'secret',
      name: 'CI',
      scopes: ['ask'],
      limits: { questionsPerDay: 7 },
      expiresAt: '2026-12-28T12:00:00.000Z',
    });
    const publishable = { ...form, kind: 'publishable' as const, repositories: ['r1'], expiry: '' };
    expect(readKeyForm({ ...publishable, origins: 'https://a.example\n https://b.example' }, now)).toEqual({
      kind: 'publishable',
      name: 'CI',
      repositories: ['r1'],
      limits: { questionsPerDay: 7 },
      origins: ['https://a.example', 'https://b.example'],
    });
  });
});

describe('the plot', () => {
  const use = { requests: 0, questions: 0, tokens: 0, lines: 0, repositories: 0, dollars: 0 };

  it('has a bar for each day, below a round number', () => {
    const days = [
      { ...use, day: '2026-11-26', requests: 12 },
      { ...use, day: '2026-11-28', requests: 6 },
    ];
    const { bars, top } = plotDays(days, { measure: 'requests', count: 3, now });
    expect(top).toBe(20);
    expect(bars).toEqual([
      { day: '2026-11-26', amount: 12, height: 0.6 },
      { day: '2026-11-27', amount: 0, height: 0 },
      { day: '2026-11-28', amount: 6, height: 0.3 },
    ]);
  });

  it('of no use is flat', () => {
    const { bars, top } = plotDays([], { measure: 'requests', count: 2, now });
    expect([top, ...bars.map(({ height }) => height)]).toEqual([1, 0, 0]);
  });
});
