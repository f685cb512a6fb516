/**
 * Which errors an operation can return. A route lists its own codes. The codes that every route shares, or that follow from its action, its
 * path and its body, are added here.
 */

import { errorKinds } from '../../core/error-kinds.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { decideAction, neededScope, type Action } from '../../core/permissions.ts';
import { problemSchema } from '../problem.ts';

/** A version of a repository is looked up. */
export const versionErrors = ['version_not_found', 'not_ready', 'indexing_failed'] as const;
/** Stored text is read and compared with its hash. */
export const textErrors = [...versionErrors, 'content_damaged'] as const;
export const graphErrors = [...versionErrors, 'graph_missing', 'file_not_found', 'symbol_not_found'] as const;
/** A repository on a host is read. */
export const hostErrors = [
  'source_not_found',
  'source_forbidden',
  'ref_not_found',
  'token_refused',
  'host_limited',
  'host_unavailable',
] as const;
/** An answer is written. A stream reports the last seven in its part `error`, because its status has been sent by then. */
export const answerErrors = [
  ...textErrors,
  'model_not_offered',
  'conversation_busy',
  'conversation_full',
  'file_not_found',
  'symbol_not_found',
  'commit_not_found',
  'answer_stopped',
  'answer_interrupted',
  'model_key_refused',
  'model_refused',
  'model_limited',
  'model_unavailable',
  'model_stream_broken',
] as const satisfies readonly ErrorCode[];

/** What decides which shared errors a route has. */
export interface ErrorFacts {
  readonly method: string;
  readonly path: string;
  readonly action: Action;
  readonly hasInput: boolean;
  readonly acceptsArchives: boolean;
  readonly isLimited: boolean;
}

/** Any route: the checks before it, the limits, and failures of the server. */
const commonErrors = [
  'forbidden_host',
  'key_refused',
  'internal',
  'storage_unavailable',
  'server_unavailable',
  'identity_missing',
] as const satisfies readonly ErrorCode[];
const limitErrors = ['limit_reached', 'too_many_attempts'] as const satisfies readonly ErrorCode[];

/** No client receives it. */
export const unseenErrors: readonly ErrorCode[] = ['client_closed_request'];

/** @returns every code that the operation can return, in the order of the table of errors */
export function listErrors(own: readonly ErrorCode[], facts: ErrorFacts): readonly ErrorCode[] {
  const codes = [...own, ...commonErrors, ...sharedErrors(facts), ...refusals(facts.action)];
  return Object.keys(errorKinds).flatMap((name) => codes.find((code) => code === name) ?? []);
}

function sharedErrors(facts: ErrorFacts): readonly ErrorCode[] {
  const ofRepository = facts.path.startsWith('/v1/repositories/{id}');
  const changesRepository = ofRepository && facts.action === 'index';
  return [
    ...(facts.isLimited ? limitErrors : []),
    ...(facts.hasInput ? (['invalid_request'] as const) : []),
    ...(ofRepository ? (['repository_not_found'] as const) : []),
    ...(changesRepository ? (['owner_required'] as const) : []),
    // Clients may send a body with any method but GET, also to a route that ignores it.
    ...(facts.method === 'get' ? [] : (['body_too_large', 'unsupported_media_type'] as const)),
    ...(facts.acceptsArchives ? (['upload_too_large'] as const) : []),
  ];
}

/** What the table of permissions answers to viewers who may not do this. */
function refusals(action: Action): readonly ErrorCode[] {
  const owner = { id: '' };
  const visitor = decideAction({ ...owner, kind: 'anonymous', addressId: '' }, action);
  const key = { keyId: '', userId: '', repository: '', limits: {} };
  const page = decideAction({ ...owner, ...key, kind: 'publishable' }, action);
  return [
    ...(visitor.isAllowed ? [] : (['sign_in_required'] as const)),
    ...(neededScope[action] === undefined ? [] : (['scope_missing'] as const)),
    ...(page.isAllowed ? [] : (['not_allowed'] as const)),
  ];
}

/** The responses of the document: one for each status, with an example for each code. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, ErrorResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, list]) => [String(status), describe(list)]));
}

export type ErrorResponse = ReturnType<typeof describe>;

function describe(codes: readonly ErrorCode[]) {
  const description = codes.map((code) => `\`${code}\`: ${errorKinds[code].title}`).join('. ');
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { description, content: { 'application/problem+json': { schema: problemSchema, examples } } };
}
