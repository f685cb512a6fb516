/** Who may call an operation, with which scope of a key, and what the call counts as. The reference shows it with each operation. */

import type { Measure } from '../../core/limits/measures.ts';
import { decideAction, neededScope, type Action } from '../../core/permissions.ts';
import { publishableScopes } from '../../core/keys.ts';

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `wf_…` for programs, or `wfp_…` for web pages, which may only read and ask about one public repository. Create keys on the page API keys, or with `POST /v1/keys`. In open mode no credential is needed.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-wherefore.session_token',
    description: 'The cookie of a signed-in browser.',
  },
} as const;

/**
 * - `none`: not limited;
 * - `request`: one request;
 * - `model`: one request, and the tokens of a model if one is asked;
 * - `question`: one request and one question, and the tokens of the model that answers;
 * - `repository`: one request and one added repository, and the lines that are indexed;
 * - `lines`: one request, and the lines that are indexed.
 */
export type Cost = keyof typeof costs;

const costs = {
  none: { counts: [], text: 'Not limited.' },
  request: { counts: ['requests'], text: 'Counts as one request.' },
  model: {
    counts: ['requests', 'tokens'],
    text: 'Counts as one request, and the tokens of a model if the settings or the request choose one.',
  },
  question: {
    counts: ['requests', 'questions', 'tokens'],
    text: 'Counts as one request and one question, with the tokens of the model that answers. With your own model key it counts as one request.',
  },
  repository: {
    counts: ['requests', 'repositories', 'lines'],
    text: 'Counts as one request and, unless nothing changes, one added repository with its lines.',
  },
  lines: {
    counts: ['requests', 'lines'],
    text: 'Counts as one request, with the lines that are indexed.',
  },
} as const satisfies Record<string, { readonly counts: readonly Measure[]; readonly text: string }>;

export function listCounts(cost: Cost): Measure[] {
  return [...costs[cost].counts];
}

/** The last sentences of the operation's description. */
export function describeAccess(action: Action, cost: Cost, isSessionOnly: boolean): string {
  return `${isSessionOnly ? 'It needs a session: no key may call it.' : describeCallers(action)} ${costs[cost].text}`;
}

function describeCallers(action: Action): string {
  const scope = neededScope[action];
  return scope === undefined ? 'No credential needed.' : `Scope: \`${scope}\`${whoElse(action)}.`;
}

function whoElse(action: Action): string {
  if (!allowsVisitors(action)) return '';
  const scope = neededScope[action];
  const allowsPages = publishableScopes.some((known) => known === scope);
  return `; visitors ${allowsPages ? 'and publishable keys ' : ''}may call it for public repositories`;
}

/** The security requirement: alternatives, of which an empty one needs no credential. */
export function securityOf(action: Action, isSessionOnly: boolean): Record<string, string[]>[] {
  if (isSessionOnly) return [{ session: [] }];
  const scope = neededScope[action];
  const credentials = [{ apiKey: scope === undefined ? [] : [scope] }, { session: [] }];
  return allowsVisitors(action) ? [{}, ...credentials] : credentials;
}

function allowsVisitors(action: Action): boolean {
  return decideAction({ id: '', kind: 'anonymous', addressId: '' }, action).isAllowed;
}
