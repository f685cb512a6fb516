/**
 * What each error code means: its HTTP status, whether trying again can help, and the sentences that say what went wrong and
 * what to do about it. The codes stand in order of who must act: the caller, time, or whoever keeps the server.
 */

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly fix: string;
}

export const errorKinds = {
  // The caller's: the request or the uploaded source must change.
  invalid_request: kind(
    400,
    'The request is not valid',
    'Correct the fields named in `problems` and send it again.',
  ),
  malformed_request: kind(
    400,
    'The request is not well-formed HTTP',
    'Send one Host header (a name or address, with a port if needed) and a path that begins with /.',
  ),
  invalid_pattern: kind(
    400,
    'The pattern is not a valid regular expression',
    'Use RE2 syntax: no look-around, no back-references.',
  ),
  unsupported_media_type: kind(
    415,
    'The content type is not one this route takes',
    'Send JSON as application/json, an archive as application/gzip or application/zip.',
  ),
  forbidden_host: kind(
    403,
    'The Host or Origin of the request is not this server',
    'Open the printed address itself, or list the host in ALLOWED_HOSTS.',
  ),
  model_not_offered: kind(
    400,
    'That model cannot be asked here',
    'Choose one that GET /v1/models lists. A key of your own in X-Model-Key (WHEREFORE_OPENAI_KEY and the like for the command line) opens vendors that take one there; for any other leave it out.',
  ),
  model_key_refused: kind(
    400,
    'The model’s vendor refuses the key',
    'Send a valid key of that vendor in X-Model-Key; where none was sent, the deployment’s own is refused: correct its settings.',
  ),
  model_refused: kind(
    400,
    'The model’s vendor refuses the call',
    'Read what it says in the message: an unknown model, options it does not take, or a prompt that is too long.',
  ),
  repository_not_found: kind(404, 'No such repository', 'List the repositories with GET /v1/repositories.'),
  version_not_found: kind(
    404,
    'That version is not indexed',
    'Ask for one of the versions listed in `available`, or index it.',
  ),
  last_version: kind(
    409,
    'The repository would have no version left',
    'Add another version first, or remove the repository: DELETE /v1/repositories/{id}.',
  ),
  version_busy: kind(409, 'That version is being indexed', 'Wait until it is ready, then ask again.'),
  source_invalid: kind(
    400,
    'That is no address of a repository or of documentation',
    'Paste `owner/name` or an address on github.com, or the http(s) address documentation begins at.',
  ),
  source_not_found: kind(
    404,
    'No such repository on its host',
    'Check the spelling. If it is private, store a token that may read it: PUT /v1/tokens/github.',
  ),
  source_forbidden: kind(
    403,
    'The host does not give this repository out',
    'What it says is in `details`; a token with read access to contents and pull requests may help.',
  ),
  ref_not_found: kind(
    404,
    'No such branch, tag or commit',
    'Take one of `nearest`, or leave the ref out for the default branch.',
  ),
  token_refused: kind(
    401,
    'The host refused the token',
    'It has expired, was withdrawn or is misspelt: store another with PUT /v1/tokens/github.',
  ),
  tokens_not_kept: kind(
    409,
    'This deployment keeps no tokens',
    'Set TOKEN_KEYS, the keys tokens are encrypted with.',
  ),
  webhook_refused: kind(
    401,
    'The signature of the delivery is not right',
    'Set the same secret at the host and in WEBHOOK_SECRET.',
  ),
  discussion_not_found: kind(
    404,
    'No such pull request or issue in this version',
    'Merged pull requests and closed issues alone are kept; what is not yet known of them is in `notes`.',
  ),
  address_refused: kind(
    422,
    'That address is not asked',
    'Documentation is read from public http(s) addresses on their usual port: give one.',
  ),
  crawl_empty: kind(
    422,
    'No page of that site could be taken',
    'Check its address, or add the one in `leadsTo` where it has moved. A site that is there again is taken by another try; DELETE removes what failed. What became of every address is in the crawl report (GET /v1/repositories/{id}/crawl), where one was begun.',
  ),
  refresh_too_soon: kind(
    429,
    'That version was indexed a short while ago',
    'Add it again at `allowedAt`, or another version now; what is there is read by `id` meanwhile.',
  ),
  not_ready: kind(
    409,
    'The repository is still being indexed',
    'Follow GET /v1/repositories/{id}/events and ask again when it is ready.',
  ),
  indexing_failed: kind(
    409,
    'Indexing this repository failed',
    'Mend what is named and upload it again; DELETE removes what failed.',
  ),
  nothing_to_retry: kind(
    409,
    'There is no failed indexing to take up again',
    'Follow it while it runs; once what it did is gone, upload the repository again.',
  ),
  file_not_found: kind(
    404,
    'No such file in this snapshot',
    'List the files with GET /v1/repositories/{id}/files, or see the coverage for what was skipped.',
  ),
  graph_missing: kind(
    409,
    'This snapshot has no graph',
    'It was indexed by an older build: index the repository again.',
  ),
  symbol_not_found: kind(
    404,
    'No such definition in this snapshot',
    'Take one of the names in `nearest`, or find it with GET /v1/repositories/{id}/symbols?name=.',
  ),
  commit_not_found: kind(
    404,
    'No such commit in this version',
    'Take one of GET /v1/repositories/{id}/timeline; what is not known of its history is in `notes`.',
  ),
  conversation_not_found: kind(
    404,
    'No such conversation',
    'It was never begun, was removed, or has expired: ask its question again.',
  ),
  turn_not_found: kind(
    404,
    'No such turn in this conversation',
    'Read the conversation for the turns it has.',
  ),
  receipt_not_found: kind(
    404,
    'That answer has no receipt',
    'Only answers that were told to their end have one; ask again.',
  ),
  conversation_busy: kind(
    409,
    'The conversation is still answering',
    'Wait for the answer, or stop it with POST …/stop.',
  ),
  conversation_full: kind(409, 'The conversation has as many turns as it can hold', 'Begin a new one.'),
  answer_stopped: kind(409, 'The answer was stopped before it was whole', 'Ask again.'),
  route_not_found: kind(404, 'No such route', 'See /v1/openapi.json for every route.'),
  client_closed_request: kind(
    499,
    'The client closed the connection before it had sent its request',
    'Send it again.',
  ),
  upload_too_large: kind(
    413,
    'The upload is over the size limit',
    'Leave out build output and large assets, or raise MAX_UPLOAD_BYTES.',
  ),
  body_too_large: kind(
    413,
    'The body is over the size limit',
    'Send less in one call; the limit is in `details`.',
  ),
  archive_invalid: kind(
    422,
    'The archive cannot be read',
    'Make it again (tar czf, git archive or zip) and upload the whole file.',
  ),
  archive_unsafe: kind(
    422,
    'The archive holds a path that leaves its folder',
    'Make the archive from inside the folder, with relative paths and no `..`.',
  ),
  archive_bomb: kind(
    422,
    'The archive unpacks to far more than it should',
    'Upload source code alone; the limits found are in `details`.',
  ),
  archive_empty: kind(
    422,
    'The archive holds no file that can be indexed',
    'See `skipped` for what was left out and why.',
  ),
  over_limit: kind(
    422,
    'The repository is over a limit of this server',
    'Index one of the largest folders listed in `details` with `subdirectory`.',
  ),
  // Ours, and worth another try.
  host_limited: kind(
    503,
    'The host takes no more calls for now',
    'Ask again at `retryAt`; what is being indexed goes on by itself then. A token has more calls than none.',
    true,
  ),
  host_unavailable: kind(
    503,
    'The host did not answer',
    'Try again in a moment. Without a way to the host, index a clone (`npx wherefore index <folder>`) or upload an archive.',
    true,
  ),
  server_unavailable: kind(
    503,
    'The server is not ready',
    'Try again in a moment; if it stays, read the server’s log.',
    true,
  ),
  storage_unavailable: kind(503, 'Storage did not answer', 'Try again in a moment.', true),
  embedder_unavailable: kind(503, 'The embedding model did not answer', 'Try again in a moment.', true),
  reranker_unavailable: kind(503, 'The reranking model did not answer', 'Try again in a moment.', true),
  answer_interrupted: kind(503, 'The answer was cut off in the middle', 'Ask again.', true),
  part_timed_out: kind(503, 'A part of the indexing took too long', 'It is tried again by itself.', true),
  model_limited: kind(
    429,
    'The model’s vendor takes no more calls for now',
    'Wait as long as `retryAfterMs` says, ask with a key of your own, or ask the embedded answerer.',
    true,
  ),
  model_unavailable: kind(503, 'The model’s vendor did not answer', 'Try again in a moment.', true),
  model_stream_broken: kind(503, 'The model’s answer broke off', 'Try again in a moment.', true),
  // Ours, and not.
  identity_missing: kind(
    503,
    'The server cannot tell its users apart',
    'Set MODE=open and serve it on loopback; hosted mode needs an identity provider, and this version supports none.',
  ),
  attempts_spent: kind(
    500,
    'A part of the indexing failed every time it was tried',
    'Upload the repository again; the last error is in `details`.',
  ),
  embedder_failed: kind(
    500,
    'The embedding model refused its input',
    'Correct the settings of the embedder named in the message, then retry.',
  ),
  reranker_failed: kind(
    500,
    'The reranking model refused its input',
    'Correct the settings of the reranker named in the message, or set RERANKER to learned.',
  ),
  content_damaged: kind(
    500,
    'Stored text does not match its hash',
    'Run `npx wherefore versions <name> --repair <version>` or POST /v1/repositories/{id}/versions/{version}/repair, then upload the version again if that says so.',
  ),
  internal: kind(500, 'Something went wrong in the server', 'Try again; if it stays, report the request id.'),
} as const satisfies Record<string, ErrorKind>;

function kind(status: number, title: string, fix: string, retryable = false): ErrorKind {
  return { status, title, fix, retryable };
}
