/** Creates REST errors with GitHub's wording. */

export class Problem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = {
      message,
      documentation_url: 'https://docs.github.com/rest',
      status: String(status),
      ...details,
    };
  }
}

export const notFound = (): Problem => new Problem(404, 'Not Found');

export const badCredentials = (): Problem => new Problem(401, 'Bad credentials');

export const needsToken = (): Problem => new Problem(401, 'Requires authentication');

export const unknownCommit = (ref: string): Problem => new Problem(422, `No commit found for SHA: ${ref}`);

export const emptyRepository = (): Problem => new Problem(409, 'Git Repository is empty.');

export const lackingRight = (): Problem =>
  new Problem(403, 'Resource not accessible by personal access token');

/** Creates the error of a search whose query is missing or invalid. */
export const invalidSearch = (message: string, code: 'missing' | 'invalid'): Problem =>
  new Problem(422, 'Validation Failed', {
    errors: [{ message, resource: 'Search', field: 'q', code }],
  });

/** Creates the error of a repository that is blocked because of a takedown or a violation of the terms. */
export function blockedAccess(reason: 'dmca' | 'tos', fullName: string): Problem {
  const htmlUrl = `https://github.com/${fullName}`;
  const block = { reason, created_at: '2024-02-29T08:00:00Z', html_url: htmlUrl };
  return new Problem(reason === 'dmca' ? 451 : 403, 'Repository access blocked', { block });
}

export const spentBudget = (caller: string): Problem =>
  new Problem(403, `API rate limit exceeded for ${caller}.`, {
    documentation_url: 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api',
  });
