/** Content is shared only between repositories that everyone may read, or that have the same owner. */
import { expect, it } from 'vitest';
import { contentScopeOf, hostedContentScope } from '../../../../worker/core/repositories/content-scope.ts';
import { deployment } from '../../../../worker/core/viewer.ts';

const owner = 'ana';
const access = { checkedAt: 1, lostAt: undefined };

it.each([
  ['a user’s private repository', { owner, visibility: 'private', access: undefined }, owner],
  ['a user’s repository that is private on its host', { owner, visibility: 'private', access }, owner],
  ['a user’s public repository', { owner, visibility: 'public', access: undefined }, ''],
  ['the deployment’s repository', { owner: deployment.id, visibility: 'private', access: undefined }, ''],
  [
    'the deployment’s repository that is private on its host',
    { owner: deployment.id, visibility: 'private', access },
    deployment.id,
  ],
] as const)('%s has the scope of those who may read it', (_, repository, scope) => {
  expect(contentScopeOf(repository)).toBe(scope);
});

it.each([
  ['private', true, owner],
  ['public', true, owner],
  ['public', false, ''],
  ['private', false, owner],
] as const)('a repository recorded as %s, and private on its host: %s', (visibility, isPrivate, scope) => {
  expect(hostedContentScope({ owner, visibility }, isPrivate)).toBe(scope);
});
