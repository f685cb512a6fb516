/**
 * Every error code with its HTTP status, whether a retry can help, what went wrong and what to do. The codes are sorted by who must act:
 * the caller, nobody (retry later), or the operator.
 */

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly fix: string;
}

export const errorKinds = {
  // The caller must change the request or the source.
  invalid_request: kind(
    400,
    'The request is not valid',
    'Correct the request as described, and send it again.',
  ),
  malformed_request: kind(
    400,
    'The request is not well-formed HTTP',
    'Send one Host header (a name or address, with an optional port) and a path that begins with /.',
  ),
  invalid_pattern: kind(
    400,
    'The pattern is not a valid regular expression',
    'Use RE2 syntax, which has no look-around and no back-references.',
  ),
  unsupported_media_type: kind(
    415,
    'This route does not accept the content type',
    'Send JSON as application/json, or an archive as application/gzip or application/zip.',
  ),
  forbidden_host: kind(
    403,
    'The Host or Origin is not allowed',
    'Open the address that the server printed, or add the host to ALLOWED_HOSTS.',
  ),
  model_not_offered: kind(
    400,
    'This model is not available',
    'Choose one of the listed models. For providers that accept your own key, send it in X-Model-Key (in the CLI: WHEREFORE_OPENAI_KEY and so on); otherwise omit it.',
  ),
  model_key_refused: kind(
    400,
    'The model’s provider rejected the key',
    'Send a valid key of that provider in X-Model-Key. If you sent none, the deployment’s own key was rejected: correct its settings.',
  ),
  model_refused: kind(
    400,
    'The model’s provider rejected the request',
    'The message contains the provider’s reason: an unknown model, unsupported options, or a prompt that is too long.',
  ),
  sign_in_required: kind(
    401,
    'This needs a signed-in user or an API key',
    'Sign in, or send an API key as `Authorization: Bearer wf_…` (in the CLI: WHEREFORE_KEY).',
  ),
  key_refused: kind(
    401,
    'The API key is not valid',
    'It may contain a typo, or it was revoked, rotated or has expired. Create a key on the page API keys.',
  ),
  scope_missing: kind(
    403,
    'The API key lacks the scope for this',
    'Use a key with this scope. Its owner can create one on the page API keys.',
  ),
  not_allowed: kind(
    403,
    'This kind of access does not allow it',
    'A publishable key only reads and asks. Sign in, or use a secret API key.',
  ),
  owner_required: kind(
    403,
    'Only the owner of the repository may do this',
    'Add the repository yourself to have your own copy of its index.',
  ),
  repository_not_found: kind(
    404,
    'Repository not found',
    'List the repositories, and use the id of one of them.',
  ),
  version_not_found: kind(
    404,
    'That version is not indexed',
    'Choose one of the versions in `available`, or index this one.',
  ),
  last_version: kind(
    409,
    'A repository must keep at least one version',
    'Add another version first, or delete the repository.',
  ),
  version_busy: kind(409, 'This version is being indexed', 'Wait until it is ready, then retry.'),
  source_invalid: kind(
    400,
    'This is not the address of a repository or documentation',
    'Enter `owner/name`, an address on github.com, or the http(s) address where the documentation begins.',
  ),
  source_not_found: kind(
    404,
    'The host has no such repository',
    'Check the spelling. For a private repository, store a token that can read it: PUT /v1/tokens/github.',
  ),
  source_forbidden: kind(
    403,
    'The host denies access to this repository',
    'A token with read access to contents and pull requests may help.',
  ),
  ref_not_found: kind(
    404,
    'Branch, tag or commit not found',
    'Use one of `nearest`, or omit the ref for the default branch.',
  ),
  token_refused: kind(
    401,
    'The host rejected the token',
    'It has expired, was revoked or contains a typo. Store another one with PUT /v1/tokens/github.',
  ),
  tokens_not_kept: kind(
    409,
    'This deployment does not store tokens',
    'Set TOKEN_KEYS, the keys that encrypt tokens.',
  ),
  webhook_refused: kind(
    401,
    'The webhook signature is not valid',
    'Use the same secret on the host and in WEBHOOK_SECRET.',
  ),
  discussion_not_found: kind(
    404,
    'Pull request or issue not found in this version',
    'Only merged pull requests and closed issues are stored; `notes` lists what is missing.',
  ),
  address_refused: kind(
    422,
    'This address is not allowed',
    'Use a public http(s) address on its default port.',
  ),
  crawl_empty: kind(
    422,
    'No page of this site could be indexed',
    'Check the address, or add the one in `leadsTo` if the site has moved. If the site was down, retry, or delete the failed repository. The crawl report lists the status of every address.',
  ),
  refresh_too_soon: kind(
    429,
    'This version was indexed recently',
    'Add it again after `allowedAt`, or add another version now. Until then, read the existing state by `id`.',
  ),
  limit_reached: kind(
    429,
    'A usage limit is reached',
    'Wait until the limit resets, or sign in if you are not. For questions, your own model key also helps.',
  ),
  no_accounts: kind(
    409,
    'This deployment has no accounts',
    'API keys exist in hosted mode. In open mode every request is allowed without one.',
  ),
  key_not_found: kind(404, 'API key not found', 'List the keys, and use the id of one of them.'),
  key_exceeds_viewer: kind(
    403,
    'An API key cannot have more than the key that creates or changes it',
    'Request no more scopes, repositories, limits or days than the current key has, or sign in.',
  ),
  too_many_keys: kind(409, 'The account has the maximum number of API keys', 'Revoke one first.'),
  not_ready: kind(
    409,
    'The repository is still being indexed',
    'Wait until indexing is complete, then retry. The status of the repository shows the progress.',
  ),
  indexing_failed: kind(
    409,
    'Indexing this repository failed',
    'Fix the reported problem and upload it again, or delete the failed repository.',
  ),
  nothing_to_retry: kind(
    409,
    'There is no failed job to resume',
    'If a job is running, follow it. If the failed job has expired, upload the repository again.',
  ),
  file_not_found: kind(
    404,
    'File not found in this snapshot',
    'List the files of its folder, or read the coverage report for skipped files.',
  ),
  graph_missing: kind(
    409,
    'This snapshot has no graph',
    'An older build indexed it; index the repository again.',
  ),
  symbol_not_found: kind(
    404,
    'Definition not found in this snapshot',
    'Use one of the names in `nearest`, or search for the beginning of the name.',
  ),
  commit_not_found: kind(
    404,
    'Commit not found in this version',
    'List the commits of the timeline; `notes` lists the gaps in the known history.',
  ),
  conversation_not_found: kind(
    404,
    'Conversation not found',
    'It never existed, was deleted, or has expired. Ask the question again.',
  ),
  share_not_found: kind(
    404,
    'The link does not work',
    'It may have been revoked or have expired. Ask its sender for a new one, or sign in if the repository is private.',
  ),
  turn_not_found: kind(
    404,
    'Turn not found in this conversation',
    'Read the conversation to list its turns.',
  ),
  receipt_not_found: kind(404, 'This answer has no receipt', 'Only completed answers have one. Ask again.'),
  conversation_busy: kind(
    409,
    'An answer is still running in this conversation',
    'Wait for it to end, or stop it with POST …/stop.',
  ),
  conversation_full: kind(409, 'The conversation has the maximum number of turns', 'Start a new one.'),
  answer_stopped: kind(409, 'The answer was stopped before it was complete', 'Ask again.'),
  route_not_found: kind(404, 'Route not found', '/v1/openapi.json lists every route.'),
  client_closed_request: kind(
    499,
    'The client closed the connection before the request was complete',
    'Send it again.',
  ),
  idempotency_key_reused: kind(
    422,
    'The Idempotency-Key belongs to another request',
    'Send the first request unchanged, or use a new key for a new request.',
  ),
  request_in_progress: kind(
    409,
    'The first request with this Idempotency-Key is still running',
    'Send the same request again after the seconds in Retry-After.',
  ),
  already_created: kind(
    409,
    'An earlier request has created it',
    'Use what was created, or, if its secret is lost, revoke it and send the request with a new Idempotency-Key.',
  ),
  upload_too_large: kind(
    413,
    'The upload exceeds the size limit',
    'Exclude build output and large assets, or raise MAX_UPLOAD_BYTES.',
  ),
  body_too_large: kind(
    413,
    'The request body exceeds the size limit',
    'Split the request into smaller ones.',
  ),
  archive_invalid: kind(
    422,
    'The archive cannot be read',
    'Create it again (tar czf, git archive or zip) and upload the complete file.',
  ),
  archive_unsafe: kind(
    422,
    'The archive contains an unsafe path',
    'Create the archive inside the folder, with relative paths and no `..`.',
  ),
  archive_bomb: kind(422, 'The archive unpacks to too much data', 'Upload only source code.'),
  archive_empty: kind(
    422,
    'The archive contains no file that can be indexed',
    '`skipped` lists every skipped file and the reason.',
  ),
  accounts_disabled: kind(
    404,
    'This deployment has no accounts',
    'Use the app without signing in. Accounts need MODE=hosted.',
  ),
  account_request_refused: kind(
    400,
    'The account request was refused',
    'Correct what you entered, or request a new code or link.',
  ),
  sign_in_refused: kind(
    401,
    'The sign-in failed',
    'Check the e-mail address and the password or code. You can always request a new code by e-mail.',
  ),
  email_not_verified: kind(
    403,
    'The e-mail address is not confirmed',
    'Open the link in the mail that you received, or sign in with a code by e-mail.',
  ),
  too_many_attempts: kind(429, 'Too many attempts', 'Wait for the seconds in Retry-After, then try again.'),
  human_check_refused: kind(
    403,
    'The check that you are a person failed',
    'Load the page again and repeat the check. API clients send its token in X-Human-Check.',
  ),
  over_limit: kind(
    422,
    'The repository exceeds a limit of this server',
    'Index one of the largest folders alone with `subdirectory`.',
  ),
  // The server's problem; a retry can help.
  host_limited: kind(
    503,
    'The host’s rate limit is exhausted',
    'Retry at `retryAt`; running jobs continue then automatically. With a token the limit is higher.',
    true,
  ),
  host_unavailable: kind(
    503,
    'The host did not respond',
    'Retry in a moment. If the host is unreachable, index a clone (`npx wherefore index <folder>`) or upload an archive.',
    true,
  ),
  server_unavailable: kind(
    503,
    'The server is not ready',
    'Retry in a moment. If the error persists, check the server’s log.',
    true,
  ),
  storage_unavailable: kind(503, 'Storage did not respond', 'Retry in a moment.', true),
  mail_unavailable: kind(503, 'The mail server did not respond', 'Retry in a moment.', true),
  human_check_unavailable: kind(
    503,
    'The check that you are a person is not available',
    'Retry in a moment. If the error persists, the operator must check TURNSTILE_SECRET.',
    true,
  ),
  embedder_unavailable: kind(503, 'The embedding model did not respond', 'Retry in a moment.', true),
  reranker_unavailable: kind(503, 'The reranking model did not respond', 'Retry in a moment.', true),
  answer_interrupted: kind(503, 'The answer was interrupted', 'Ask again.', true),
  part_timed_out: kind(503, 'A part of the job timed out', 'It is retried automatically.', true),
  model_limited: kind(
    429,
    'The provider’s rate limit for this model is exhausted',
    'Wait for `retryAfterMs`, use your own key, or use the embedded answerer.',
    true,
  ),
  model_unavailable: kind(503, 'The model’s provider did not respond', 'Retry in a moment.', true),
  model_stream_broken: kind(503, 'The model’s response was interrupted', 'Retry in a moment.', true),
  // The operator must act.
  identity_missing: kind(
    503,
    'The server cannot authenticate users',
    'Report it to the operator: hosted mode must start with its accounts configured.',
  ),
  attempts_spent: kind(500, 'A part of the job failed on every attempt', 'Upload the repository again.'),
  mail_refused: kind(
    500,
    'The mail server rejected the mail',
    'Correct MAIL_URL, MAIL_KEY or MAIL_FROM; the server’s reason is in the log.',
  ),
  embedder_failed: kind(
    500,
    'The embedding model rejected its input',
    'Correct the settings of the embedder in the message, then retry.',
  ),
  reranker_failed: kind(
    500,
    'The reranking model rejected its input',
    'Correct the settings of the reranker in the message, or set RERANKER to learned.',
  ),
  content_damaged: kind(
    500,
    'Stored text does not match its hash',
    'Run `npx wherefore versions <name> --repair <version>`. If the repair asks for it, upload the version again.',
  ),
  internal: kind(500, 'Internal server error', 'Retry. If the error persists, report the request id.'),
} as const satisfies Record<string, ErrorKind>;

function kind(status: number, title: string, fix: string, retryable = false): ErrorKind {
  return { status, title, fix, retryable };
}
