/** An example problem for every error code, which the OpenAPI document shows under the statuses of each operation. */

import { errorKinds } from '../../core/error-kinds.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Problem } from '../problem.ts';

const repository = '"3f1c9e5a"';

/** What happened, with the value that caused it. */
const examples = {
  invalid_request: 'topK: it is 500, but must be at most 300.',
  malformed_request: 'The request has 2 Host headers.',
  invalid_pattern: 'The pattern "(?=a)" has invalid or unsupported Perl syntax: `(?=`.',
  unsupported_media_type: 'The content type is "text/plain", which this route does not accept.',
  forbidden_host: 'The Host "evil.example" is not allowed.',
  model_not_offered: 'The model "openai/gpt-9" is not offered.',
  model_key_refused: 'OpenAI rejected the key (401).',
  model_refused: 'OpenAI rejected the request (400): the prompt is too long.',
  sign_in_required: 'The request has neither a session nor an API key.',
  key_refused:
    'The API key is not valid. Its checksum is wrong, so it was not copied completely or has a typo.',
  scope_missing: 'The API key does not have the scope `search`.',
  not_allowed: 'A viewer of the kind `publishable` may not do this.',
  owner_required: `The repository ${repository} belongs to somebody else.`,
  repository_not_found: `There is no repository ${repository}.`,
  version_not_found: 'The version "v9" is not indexed.',
  last_version: 'The version "main" is the last readable one.',
  version_busy: 'The version "main" is being indexed.',
  idempotency_key_reused: 'The Idempotency-Key "a1b2c3" was used for POST /v1/keys with another body.',
  request_in_progress: 'The request with the Idempotency-Key "a1b2c3" is still running.',
  already_created:
    'The first request with this Idempotency-Key created "k_8Zq1". Its response contained a secret, which is not stored.',
  source_invalid: '"not an address" is not the address of a repository or documentation.',
  source_not_found: 'GitHub has no repository acme/missing, or it is private.',
  source_forbidden: 'GitHub denies access to acme/secret (403).',
  ref_not_found: 'acme/tool has no branch, tag or commit "mian".',
  token_refused: 'GitHub rejected the token (401).',
  tokens_not_kept: 'TOKEN_KEYS is not set.',
  webhook_refused: 'The signature does not match the body and WEBHOOK_SECRET.',
  discussion_not_found: 'This version has no pull request or issue 4711.',
  address_refused: 'The address http://127.0.0.1/ is not a public one.',
  crawl_empty: 'The crawl found no page that could be indexed.',
  refresh_too_soon: 'This version was indexed 2 minutes ago.',
  limit_reached:
    'This address has used its 20 questions a day. The limit resets at 2026-12-01T00:00:00.000Z.',
  no_accounts: 'This server runs in open mode, where every request is allowed without a key.',
  key_not_found: 'The account has no key "k_1".',
  key_exceeds_viewer: 'The current key does not have the scope `index`.',
  too_many_keys: 'The account has 50 keys.',
  not_ready: `The repository ${repository} is being indexed (stage: parse).`,
  indexing_failed: `Indexing the repository ${repository} failed: the archive is empty.`,
  nothing_to_retry: 'The newest indexing is complete.',
  file_not_found: 'This version has no file "src/missing.ts".',
  graph_missing: 'This version was indexed without a graph.',
  symbol_not_found: 'This version has no definition "joinChunk".',
  commit_not_found: 'This version has no commit 0123456.',
  conversation_not_found: 'There is no conversation "mine".',
  share_not_found: 'The link does not work.',
  turn_not_found: 'The conversation has no turn "t9".',
  receipt_not_found: 'Turn 2 is failed and has no receipt.',
  conversation_busy: 'Turn 3 is running.',
  conversation_full: 'The conversation has 200 turns.',
  answer_stopped: 'The answer was stopped.',
  route_not_found: 'Webhooks are disabled: WEBHOOK_SECRET is not set.',
  client_closed_request: 'The connection was closed.',
  upload_too_large: 'The upload has more than 104857600 bytes.',
  body_too_large:
    'The request body has 70000 bytes; the maximum on this route is 65536 bytes. Send a smaller body.',
  archive_invalid: 'The archive is empty: the request has no body.',
  archive_unsafe: 'The archive contains the path "../x".',
  archive_bomb: 'The archive unpacks to more than 1073741824 bytes.',
  archive_empty: 'The archive has 3 files, and none can be indexed.',
  accounts_disabled: 'This server runs in open mode, where nobody signs in.',
  account_request_refused: 'The token of the link is not valid or has expired.',
  sign_in_refused: 'Invalid email or password.',
  email_not_verified: 'Email not verified.',
  too_many_attempts: 'This address has sent too many requests at once.',
  human_check_refused: 'The token of the check is missing or was used before.',
  over_limit: 'The repository has 900000 files.',
  host_limited: 'GitHub’s rate limit is exhausted until 12:00 UTC.',
  host_unavailable: 'GitHub answered 502.',
  server_unavailable: 'The inner server failed: ECONNREFUSED.',
  storage_unavailable: 'The database did not respond.',
  mail_unavailable: 'The mail server answered 503.',
  human_check_unavailable: 'The check did not respond within 5 seconds.',
  embedder_unavailable: 'The embedding model did not respond.',
  reranker_unavailable: 'The reranking model did not respond.',
  answer_interrupted: 'The server that wrote the answer has restarted.',
  part_timed_out: 'The part did not end within 60 seconds.',
  model_limited: 'OpenAI’s rate limit for gpt-5 is exhausted.',
  model_unavailable: 'OpenAI did not respond.',
  model_stream_broken: 'OpenAI’s response ended early.',
  identity_missing: 'MODE is "hosted", but no identity provider is configured.',
  attempts_spent: 'The part failed on each of 5 attempts.',
  mail_refused: 'The mail server answered 401.',
  embedder_failed: 'The embedding model answered 400.',
  reranker_failed: 'The reranking model answered 400.',
  content_damaged: 'The text of src/join.ts does not match its hash.',
  internal: 'The server encountered an unexpected error.',
} as const satisfies Record<ErrorCode, string>;

const details: Partial<Record<ErrorCode, Problem['details']>> = {
  invalid_request: {
    problems: [{ field: 'topK', problem: 'it is 500, but must be at most 300' }],
  },
  limit_reached: {
    measure: 'questions',
    limit: 20,
    used: 20,
    resetsAt: '2026-12-01T00:00:00.000Z',
    retryAfter: 3_600,
    helps: ['wait', 'sign_in', 'own_model_key'],
  },
  scope_missing: { scope: 'search', scopes: ['ask'] },
  too_many_attempts: { retryAfter: 60 },
  body_too_large: { maxBytes: 65_536, foundBytes: 70_000 },
  version_not_found: { available: ['main', 'v2.1.0'] },
  symbol_not_found: { nearest: ['joinChunks'] },
};

export function exampleProblem(code: ErrorCode): Problem {
  const { status, title, fix } = errorKinds[code];
  return {
    type: `https://wherefore.dev/problems/${code}`,
    title,
    status,
    detail: examples[code],
    code,
    fix,
    requestId: '0b2f6a52-7d1e-4c0a-9a61-3f1b2f0c8e11',
    ...(details[code] === undefined ? {} : { details: details[code] }),
  };
}
