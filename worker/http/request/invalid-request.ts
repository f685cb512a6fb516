/** Converts problems of a request with its schema to `invalid_request`. */

import { AppError } from '../../core/errors.ts';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[] | undefined;
}

interface InvalidRequest {
  readonly success: boolean;
  readonly target?: string;
  readonly error?: { readonly issues: readonly Issue[] };
}

export function throwInvalidRequest(result: InvalidRequest): void {
  if (result.success) return;
  const issues = result.error?.issues ?? [];
  const problems = issues.map(({ path, keys: [unknown] = [], message }) => ({
    field: [...path, ...(unknown === undefined ? [] : [unknown])].join('.'),
    problem: withoutPeriod(message),
  }));
  const found = issues
    .map(
      ({ path, message }) => `${path.join('.') || describeTarget(result.target)}: ${withoutPeriod(message)}`,
    )
    .join('; ');
  throw new AppError('invalid_request', `${found}.`, { details: { problems } });
}

function describeTarget(target = 'request'): string {
  return target === 'json' ? 'body' : target === 'param' ? 'path' : target;
}

/** Our own messages end with a period; zod's messages do not. */
function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}
