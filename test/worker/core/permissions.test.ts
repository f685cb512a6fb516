import { describe, expect, test } from 'vitest';
import {
  actions,
  decideAction,
  decideRepository,
  isReadable,
  type Action,
} from '../../../worker/core/permissions.ts';
import { actFor, openModeViewer, scopes, type Scope, type Viewer } from '../../../worker/core/viewer.ts';

const anonymous: Viewer = { kind: 'anonymous', id: 'visitor:1', addressId: 'address:1' };
const anna = actFor({ id: 'anna' });
const admin: Viewer = { kind: 'user', id: 'root', isAdmin: true };
const key = (keyScopes: readonly Scope[], repositories?: readonly string[]): Viewer => ({
  kind: 'key',
  id: 'anna',
  keyId: 'k1',
  scopes: keyScopes,
  repositories,
  limits: {},
});
const publishable: Viewer = {
  kind: 'publishable',
  id: 'publishable:k2',
  keyId: 'k2',
  userId: 'anna',
  repository: 'open',
  limits: {},
};

const own = { id: 'own', owner: 'anna', visibility: 'private' } as const;
const foreign = { id: 'foreign', owner: 'ben', visibility: 'private' } as const;
const open = { id: 'open', owner: 'ben', visibility: 'public' } as const;

const allowedActions = (viewer: Viewer): readonly Action[] =>
  actions.filter((action) => decideAction(viewer, action).isAllowed);

describe('actions', () => {
  test.each([
    ['the viewer of open mode', openModeViewer, actions],
    ['an anonymous visitor', anonymous, ['open', 'read', 'search', 'ask']],
    ['a user', anna, ['open', 'read', 'search', 'ask', 'index', 'account']],
    ['an administrator', admin, actions],
    ['a publishable key', publishable, ['open', 'read', 'ask']],
    ['a key without scopes', key([]), ['open']],
    ['a key with every scope', key(scopes), ['open', 'read', 'search', 'ask', 'index', 'account']],
  ] as const)('%s may do what the table states', (_, viewer, expected) => {
    expect(allowedActions(viewer)).toEqual(expected);
  });

  test.each([
    ['ask', ['ask']],
    ['search', ['search']],
    ['read', ['read']],
    ['index', ['index']],
    ['admin', ['account']],
  ] as const)('the scope %s allows %s and nothing else', (scope, expected) => {
    expect(allowedActions(key([scope]))).toEqual(['open', ...expected]);
  });

  test('a refusal says whether signing in or a scope would help', () => {
    expect(decideAction(anonymous, 'index')).toEqual({ isAllowed: false, reason: 'sign_in' });
    expect(decideAction(key(['read']), 'ask')).toEqual({ isAllowed: false, reason: 'scope' });
    expect(decideAction(publishable, 'index')).toEqual({ isAllowed: false, reason: 'never' });
  });
});

describe('repositories', () => {
  test.each([
    [anna, own, true],
    [anna, foreign, false],
    [anna, open, true],
    [admin, foreign, false],
    [anonymous, own, false],
    [anonymous, open, true],
    [key(scopes), own, true],
    [key(scopes), foreign, false],
    [key(scopes, ['open']), own, false],
    [key(scopes, ['foreign']), foreign, false],
    [key(scopes, ['open']), open, true],
    [publishable, open, true],
    [publishable, { ...open, id: 'another' }, false],
    [publishable, { ...open, visibility: 'private' as const }, false],
  ])('%o may read %o: %s', (viewer, repository, expected) => {
    expect(isReadable(viewer, repository)).toBe(expected);
  });

  test('only the owner changes a repository, and nobody learns of one they may not read', () => {
    expect(decideRepository(anna, 'index', own)).toBe('allowed');
    expect(decideRepository(anna, 'index', open)).toBe('not the owner');
    expect(decideRepository(anna, 'index', foreign)).toBe('not found');
    expect(decideRepository(anna, 'ask', open)).toBe('allowed');
  });
});
