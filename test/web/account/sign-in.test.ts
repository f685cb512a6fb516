/** The page to which a sign-in returns is one of this origin, and each error of a redirect has an explanation. */
import { describe, expect, it } from 'vitest';
import { readReturnPath, signInPath } from '../../../web/src/lib/features/account/sign-in/return-path.ts';
import { explainSignInError } from '../../../web/src/lib/features/account/sign-in/sign-in-errors.ts';

const link = (path: string): string => signInPath(new URL(path, 'https://code.example'));

describe('the return path', () => {
  it.each([
    ['/keys', '/keys'],
    ['/r/a%20b/c/1?turn=2', '/r/a%20b/c/1?turn=2'],
    ['/r/a/../b', '/r/b'],
    [null, '/dashboard'],
    ['', '/dashboard'],
    ['keys', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/sign-in?to=/sign-in', '/dashboard'],
    ['/reset-password', '/dashboard'],
  ])('of %j is %s', (requested, path) => expect(readReturnPath(requested)).toBe(path));

  it('is part of the link to the sign-in', () => {
    expect(link('/')).toBe('/sign-in');
    expect(link('/dashboard')).toBe('/sign-in');
    expect(link('/r/a?version=v1')).toBe('/sign-in?to=%2Fr%2Fa%3Fversion%3Dv1');
  });
});

describe('an error of a redirect', () => {
  it.each([
    'other_browser',
    'access_denied',
    'email_not_found',
    'state_mismatch',
    'invalid_code',
    'TOKEN_EXPIRED',
  ])('%s is explained in words', (code) => expect(explainSignInError(code)?.detail).not.toContain(code));

  it('that is unknown is named, without markup', () => {
    expect(explainSignInError('odd`code')?.detail).toBe('The server reported `oddcode`.');
    expect(explainSignInError(null)).toBeUndefined();
  });
});
