/**
 * What each identity may do, written by hand: the tests compare the server with these tables, and nothing computes them. Columns of a
 * repository's table: private-a, private-b, public-a, popular, unknown, turned-private.
 *
 * `ok`: allowed. `none`: the repository may be read, and nothing of the conversation is there. 401, 403, 404: refused; 404 looks exactly like
 * an unknown repository.
 */

import type { IdentityName } from '../../../support/hosted/open-tenants.ts';

export type Outcome = 'ok' | 'none' | '401' | '403' | '404' | '409';
type Table = Readonly<Record<IdentityName, string>>;

const refusedKeys = {
  'key-expired': '401 401 401 401 401 401',
  'key-revoked': '401 401 401 401 401 401',
  'key-rotated': '401 401 401 401 401 401',
  'page-wrong-origin': '401 401 401 401 401 401',
  'page-no-origin': '401 401 401 401 401 401',
} as const;

/** Routes of one repository, by the class of their action. */
export const repositoryTables = {
  read: {
    local: '                404 404 ok  ok  404 404',
    anonymous: '            404 404 ok  ok  404 404',
    visitor: '              404 404 ok  ok  404 404',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 ok  ok  ok  404 404',
    admin: '                404 404 ok  ok  404 404',
    'key-ask': '            403 403 403 403 403 403',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           ok  404 ok  ok  404 ok ',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          403 403 403 403 403 403',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 ok  ok  ok  404 404',
    page: '                 404 404 ok  404 404 404',
    ...refusedKeys,
  },
  search: {
    local: '                404 404 ok  ok  404 404',
    anonymous: '            404 404 ok  ok  404 404',
    visitor: '              404 404 ok  ok  404 404',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 ok  ok  ok  404 404',
    admin: '                404 404 ok  ok  404 404',
    'key-ask': '            403 403 403 403 403 403',
    'key-search': '         ok  404 ok  ok  404 ok ',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          403 403 403 403 403 403',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 ok  ok  ok  404 404',
    page: '                 403 403 403 403 403 403',
    ...refusedKeys,
  },
  ask: {
    local: '                404 404 ok  ok  404 404',
    anonymous: '            404 404 ok  ok  404 404',
    visitor: '              404 404 ok  ok  404 404',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 ok  ok  ok  404 404',
    admin: '                404 404 ok  ok  404 404',
    'key-ask': '            ok  404 ok  ok  404 ok ',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          403 403 403 403 403 403',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 ok  ok  ok  404 404',
    page: '                 404 404 ok  404 404 404',
    ...refusedKeys,
  },
  /** A conversation of Anna with this id exists in every repository that she may read. */
  conversation: {
    local: '                404 404 none none 404 404',
    anonymous: '            404 404 none none 404 404',
    visitor: '              404 404 none none 404 404',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 none none none 404 404',
    admin: '                404 404 none none 404 404',
    'key-ask': '            ok  404 ok  ok  404 ok ',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          403 403 403 403 403 403',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 none none none 404 404',
    page: '                 404 404 none 404 404 404',
    ...refusedKeys,
  },
  /** The same for routes of the account. */
  'account-conversation': {
    local: '                404 404 none none 404 404',
    anonymous: '            401 401 401 401 401 401',
    visitor: '              401 401 401 401 401 401',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 none none none 404 404',
    admin: '                404 404 none none 404 404',
    'key-ask': '            403 403 403 403 403 403',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          ok  404 ok  ok  404 ok ',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 none none none 404 404',
    page: '                 403 403 403 403 403 403',
    ...refusedKeys,
  },
  /** Only the owner may change a repository; an admin may change those of the deployment. */
  index: {
    local: '                404 404 403 ok  404 404',
    anonymous: '            401 401 401 401 401 401',
    visitor: '              401 401 401 401 401 401',
    anna: '                 ok  404 ok  403 404 ok ',
    ben: '                  404 ok  403 403 404 404',
    admin: '                404 404 403 ok  404 404',
    'key-ask': '            403 403 403 403 403 403',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          ok  404 ok  403 404 ok ',
    'key-admin': '          403 403 403 403 403 403',
    'key-all': '            ok  404 ok  403 404 ok ',
    'key-other-repository': '404 404 404 403 404 404',
    'key-ben': '            404 ok  403 403 404 404',
    page: '                 403 403 403 403 403 403',
    ...refusedKeys,
  },
  /** What only the owner may read. */
  'account-owner': {
    local: '                404 404 403 ok  404 404',
    anonymous: '            401 401 401 401 401 401',
    visitor: '              401 401 401 401 401 401',
    anna: '                 ok  404 ok  403 404 ok ',
    ben: '                  404 ok  403 403 404 404',
    admin: '                404 404 403 ok  404 404',
    'key-ask': '            403 403 403 403 403 403',
    'key-search': '         403 403 403 403 403 403',
    'key-read': '           403 403 403 403 403 403',
    'key-index': '          403 403 403 403 403 403',
    'key-admin': '          ok  404 ok  403 404 ok ',
    'key-all': '            ok  404 ok  403 404 ok ',
    'key-other-repository': '404 404 404 403 404 404',
    'key-ben': '            404 ok  403 403 404 404',
    page: '                 403 403 403 403 403 403',
    ...refusedKeys,
  },
  /** The links to Anna's conversation. Everyone who may read its repository may open one, with any valid credential. */
  shared: {
    local: '                404 404 ok  ok  404 404',
    anonymous: '            404 404 ok  ok  404 404',
    visitor: '              404 404 ok  ok  404 404',
    anna: '                 ok  404 ok  ok  404 ok ',
    ben: '                  404 404 ok  ok  404 404',
    admin: '                404 404 ok  ok  404 404',
    'key-ask': '            ok  404 ok  ok  404 ok ',
    'key-search': '         ok  404 ok  ok  404 ok ',
    'key-read': '           ok  404 ok  ok  404 ok ',
    'key-index': '          ok  404 ok  ok  404 ok ',
    'key-admin': '          ok  404 ok  ok  404 ok ',
    'key-all': '            ok  404 ok  ok  404 ok ',
    'key-other-repository': '404 404 404 ok  404 404',
    'key-ben': '            404 404 ok  ok  404 404',
    page: '                 404 404 ok  404 404 404',
    ...refusedKeys,
  },
} as const satisfies Readonly<Record<string, Table>>;

/** Routes without a repository, in the order of `generalClasses`. */
export const generalClasses = [
  'open',
  'read',
  'search',
  'index',
  'account',
  'session',
  'own',
  'key',
  'token',
] as const;
/**
 * `index`: adds a repository or reads one from its host, so a key for some repositories may not. `session`: only for a session. `own`: an item
 * of Anna by its id. `key`: the same for a key of hers, which open mode does not have. `token`: a token for a host, which a key for some
 * repositories may not change.
 */
const generalTable = {
  //                      open read search index account session own key token
  local: '                ok   ok   ok     ok    ok      404     404 409 ok',
  anonymous: '            ok   ok   ok     401   401     401     401 401 401',
  visitor: '              ok   ok   ok     401   401     401     401 401 401',
  anna: '                 ok   ok   ok     ok    ok      ok      ok  ok   ok',
  ben: '                  ok   ok   ok     ok    ok      ok      404 404 ok',
  admin: '                ok   ok   ok     ok    ok      ok      404 404 ok',
  'key-ask': '            ok   403  403    403   403     403     403 403 403',
  'key-search': '         ok   403  ok     403   403     403     403 403 403',
  'key-read': '           ok   ok   403    403   403     403     403 403 403',
  'key-index': '          ok   403  403    ok    403     403     403 403 403',
  'key-admin': '          ok   403  403    403   ok      403     ok  ok   ok',
  'key-all': '            ok   ok   ok     ok    ok      403     ok  ok   ok',
  'key-other-repository': 'ok  ok   ok     403   ok      403     ok  ok   403',
  'key-ben': '            ok   ok   ok     ok    ok      403     404 404 ok',
  'key-expired': '        401  401  401    401   401     401     401 401 401',
  'key-revoked': '        401  401  401    401   401     401     401 401 401',
  'key-rotated': '        401  401  401    401   401     401     401 401 401',
  page: '                 ok   ok   403    403   403     403     403 403 403',
  'page-wrong-origin': '  401  401  401    401   401     401     401 401 401',
  'page-no-origin': '     401  401  401    401   401     401     401 401 401',
} as const satisfies Table;

export type RepositoryClass = keyof typeof repositoryTables;
export type GeneralClass = (typeof generalClasses)[number];

const outcomes: readonly string[] = ['ok', 'none', '401', '403', '404', '409'] satisfies readonly Outcome[];

function isOutcome(text: string | undefined): text is Outcome {
  return text !== undefined && outcomes.includes(text);
}

function readCell(line: string, column: number): Outcome {
  const cell = line.trim().split(/\s+/)[column];
  if (isOutcome(cell)) return cell;
  throw new Error(`Column ${column} of ${JSON.stringify(line)} is not an outcome.`);
}

export function expectedOfRepository(name: RepositoryClass, as: IdentityName, column: number): Outcome {
  return readCell(repositoryTables[name][as], column);
}

export function expectedInGeneral(name: GeneralClass, as: IdentityName): Outcome {
  return readCell(generalTable[as], generalClasses.indexOf(name));
}
