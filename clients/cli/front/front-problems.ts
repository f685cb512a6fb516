/** The problem details the front sends itself, in the words of the Worker's table of errors. */

import type { Problem } from '../../../worker/contract/problem.ts';

export const frontProblems = {
  malformed_request: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    fix: 'Send one Host header (a name or address, with a port if needed) and a path that begins with /.',
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    fix: 'See /v1/openapi.json for every route.',
  },
  server_unavailable: {
    status: 503,
    title: 'The server is not ready',
    fix: 'Try again in a moment; if it stays, read the server’s log.',
  },
} as const satisfies Record<string, Pick<Problem, 'status' | 'title' | 'fix'>>;

export type FrontProblem = keyof typeof frontProblems;

export function problemWith(code: FrontProblem, detail: string, requestId: string): Problem {
  return { type: `https://wherefore.dev/problems/${code}`, code, ...frontProblems[code], detail, requestId };
}
