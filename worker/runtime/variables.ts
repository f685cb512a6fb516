/** Every environment variable with its default and meaning. A test compares the README's table with this list. */

import { accountVariables } from './account-variables.ts';
import type { Variable } from './variable.ts';
import { limitVariables } from './limit-variables.ts';

export const variables = [
  {
    name: 'MODE',
    default: 'open',
    meaning:
      '`open`: one viewer who owns everything, on loopback; `hosted`: people sign in, and limits apply',
  },
  {
    name: 'ALLOWED_HOSTS',
    default: 'localhost,127.0.0.1,[::1]',
    meaning:
      'Allowed hosts, comma-separated, as `host` (any port) or `host:port`; requests with another Host, or with an Origin other than that host and port, are rejected',
  },
  {
    name: 'PUBLIC_URL',
    default: '',
    meaning:
      'Address of the deployment, such as `https://code.example.org`, for canonical links, link previews, `robots.txt` and `sitemap.xml`; empty: the address of each request. Hosted mode needs it, with https: only this address may send requests about accounts',
  },
  ...accountVariables,
  { name: 'CHUNK_MIN_TOKENS', default: '50', meaning: 'Smaller adjacent pieces of a file are merged' },
  { name: 'CHUNK_MAX_TOKENS', default: '512', meaning: 'Larger pieces are split' },
  {
    name: 'CHUNKING',
    default: 'syntax',
    meaning:
      '`syntax`: files are split along their grammar; `naive`: at line ends every 1,000 characters, as a baseline for evaluations',
  },
  {
    name: 'IGNORE',
    default: '',
    meaning: 'Globs of paths to exclude, comma-separated, in addition to the built-in filters',
  },
  {
    name: 'TAGS',
    default: '',
    meaning: 'Labels for parts of a repository, to filter by: `docs/**=documentation,errors/**=errors`',
  },
  {
    name: 'POPULAR',
    default: '',
    meaning:
      'Repositories that the deployment indexes for everyone, comma-separated; `owner/name` is added from GitHub, visible to all and refreshed weekly',
  },
  {
    name: 'MAX_UPLOAD_BYTES',
    default: '4000000000',
    hosted: '500000000',
    meaning: 'Maximum size of an archive',
  },
  { name: 'MAX_FILE_BYTES', default: '1000000', meaning: 'Larger files are skipped and listed' },
  {
    name: 'MAX_LINES',
    default: 'none',
    hosted: '200000',
    meaning: 'Maximum lines of a repository after filters',
  },
  {
    name: 'MAX_FILES',
    default: 'none',
    hosted: '5000',
    meaning: 'Maximum files of a repository after filters',
  },
  {
    name: 'MAX_UNPACKED_BYTES',
    default: '20000000000',
    hosted: '2000000000',
    meaning: 'Maximum unpacked bytes of an archive',
  },
  {
    name: 'MAX_ARCHIVE_RATIO',
    default: '200',
    meaning: 'Maximum ratio of unpacked to packed bytes, checked above 16 MB',
  },
  {
    name: 'MAX_ARCHIVE_ENTRIES',
    default: '1000000',
    hosted: '100000',
    meaning: 'Maximum entries of an archive',
  },
  { name: 'PACK_BYTES', default: '150000', meaning: 'Bytes of files in one parse part' },
  { name: 'LINK_LINES', default: '150000', meaning: 'Lines of files in one link part' },
  { name: 'EMBED_CHUNKS', default: '1000', meaning: 'Chunks in one embed part' },
  { name: 'INDEX_CHUNKS', default: '200', meaning: 'Chunks in one index part' },
  {
    name: 'EMBEDDER',
    default: 'embedded',
    meaning:
      '`embedded`: the built-in model; `workers-ai`: bge models; `openai`: any server with `/embeddings`; `none`: keyword search only',
  },
  {
    name: 'EMBEDDER_MODEL',
    default: '',
    meaning:
      'For `workers-ai`: `small`, `base` (default), `large` or `m3`; for `openai`: any model (default `text-embedding-3-small`)',
  },
  {
    name: 'EMBEDDER_URL',
    default: 'https://api.openai.com/v1',
    meaning: 'For `openai`: the base address of `/embeddings`',
  },
  {
    name: 'EMBEDDER_KEY',
    default: '',
    meaning: 'For `openai`: the key (a secret), if the server needs one',
  },
  {
    name: 'EMBEDDER_DIMENSIONS',
    default: '0',
    meaning: 'For `openai`: dimensions of the model’s vectors; 0 for OpenAI’s own models',
  },
  {
    name: 'EMBEDDER_TOKENS',
    default: '512',
    meaning: 'For `openai`: maximum tokens of a text; longer ones are truncated',
  },
  {
    name: 'VECTOR_INDEX',
    default: 'embedded',
    meaning: '`embedded`: exact search in Durable Objects; `vectorize`: the binding `VECTORIZE`',
  },
  {
    name: 'GITHUB_TOKEN',
    default: '',
    meaning: 'The deployment’s own GitHub token (a secret), for public repositories and a higher rate limit',
  },
  {
    name: 'GITHUB_API_URL',
    default: 'https://api.github.com',
    meaning: 'Address of GitHub’s REST API',
  },
  {
    name: 'WEBHOOK_SECRET',
    default: '',
    meaning:
      'Secret that signs GitHub’s webhooks to `POST /v1/webhooks/github`; without it they are disabled',
  },
  {
    name: 'TOKEN_KEYS',
    default: '',
    meaning:
      'Keys that encrypt users’ tokens (a secret): `2:<base64>,1:<base64>` of 32 bytes each; the first encrypts, all decrypt. Without it no tokens are stored; hosted mode needs it',
  },
  {
    name: 'LOOPBACK_HOSTS',
    default: '',
    meaning:
      '`127.0.0.1:port` of local servers that may be contacted despite the address rules, comma-separated: local documentation, and in tests the fake GitHub',
  },
  {
    name: 'CRAWL_MAX_PAGES',
    default: '2000',
    hosted: '500',
    meaning: 'Maximum pages of one documentation site',
  },
  { name: 'CRAWL_MAX_DEPTH', default: '8', meaning: 'Maximum links from the start page' },
  {
    name: 'CRAWL_MAX_SECONDS',
    default: '900',
    meaning: 'Maximum seconds of a crawl; the pages fetched by then are indexed',
  },
  { name: 'CRAWL_MAX_PAGE_BYTES', default: '2000000', meaning: 'Larger pages are skipped and listed' },
  {
    name: 'MODELS',
    default: '',
    meaning:
      'Models that write answers, comma-separated, as `provider/model` with `workers-ai`, `openai`, `groq`, `compatible`, `google` or `anthropic`: the first answers, the others are fallbacks. Without models the composer writes',
  },
  {
    name: 'OPENAI_URL',
    default: 'https://api.openai.com/v1',
    meaning: 'For `openai`: the base address of `/chat/completions`',
  },
  { name: 'OPENAI_KEY', default: '', meaning: 'For `openai`: the deployment’s key (a secret)' },
  {
    name: 'GROQ_URL',
    default: 'https://api.groq.com/openai/v1',
    meaning: 'For `groq`: the base address of `/chat/completions`',
  },
  { name: 'GROQ_KEY', default: '', meaning: 'For `groq`: the deployment’s key (a secret)' },
  {
    name: 'COMPATIBLE_URL',
    default: '',
    meaning:
      'For `compatible`: the base address of a server with `/chat/completions`, such as Ollama (`http://127.0.0.1:11434/v1`), vLLM or LM Studio',
  },
  {
    name: 'COMPATIBLE_KEY',
    default: '',
    meaning: 'For `compatible`: the key (a secret), if the server needs one',
  },
  {
    name: 'GOOGLE_URL',
    default: 'https://generativelanguage.googleapis.com/v1beta',
    meaning: 'For `google`: the base address of its models',
  },
  { name: 'GOOGLE_KEY', default: '', meaning: 'For `google`: the deployment’s key (a secret)' },
  {
    name: 'ANTHROPIC_URL',
    default: 'https://api.anthropic.com/v1',
    meaning: 'For `anthropic`: the base address of `/messages`',
  },
  { name: 'ANTHROPIC_KEY', default: '', meaning: 'For `anthropic`: the deployment’s key (a secret)' },
  {
    name: 'MODEL_LIMITS',
    default: '',
    meaning:
      'Rate limits over all users, per minute and day: `openai/gpt-x=60rpm 100000tpm 1000rpd 2000000tpd,*=30rpm`; other models have none',
  },
  {
    name: 'MODEL_PRICES',
    default: '',
    meaning:
      'US dollars per million input and output tokens, to report the cost of answers: `openai/gpt-x=0.5/1.5`',
  },
  {
    name: 'MODEL_FIRST_SECONDS',
    default: '30',
    meaning:
      'Seconds to wait for a model’s first token (six times as long while it is visibly reasoning) before the next model is used',
  },
  {
    name: 'MODEL_STALL_SECONDS',
    default: '20',
    meaning: 'Maximum seconds between two parts of a model’s response',
  },
  {
    name: 'MODEL_RETRY_SECONDS',
    default: '5',
    meaning: 'Maximum seconds to wait for a rate-limited or unavailable model before the next one is used',
  },
  {
    name: 'MODEL_PROMPT_TOKENS',
    default: '14000',
    meaning: 'Maximum tokens of the prompt: evidence and rules',
  },
  {
    name: 'MODEL_OUTPUT_TOKENS',
    default: '1500',
    meaning:
      'Default maximum tokens of an answer; in hosted mode requests may exceed it only with their own key',
  },
  {
    name: 'CLAIM_JUDGE',
    default: 'on-request',
    meaning:
      'Model that judges whether the cited evidence supports each sentence, after the answer is complete: `provider/model` for every answer that a model writes; `on-request`: the model of the answer, if a request asks for it; `off`: none, except with a user’s own key',
  },
  {
    name: 'RECEIPT_KEYS',
    default: '',
    meaning:
      'Ed25519 keys that sign receipts (a secret): 32 bytes in base64 each, comma-separated; the first signs, `GET /v1/receipt-keys` lists all. Without it a key is generated at first use and stored in the catalog; hosted mode needs it',
  },
  {
    name: 'PLANNER',
    default: 'embedded',
    meaning:
      '`embedded`: rules parse questions; `model`: the first of `MODELS` also rewrites them in the repository’s terms, and both versions are searched',
  },
  { name: 'TOP_K', default: '10', meaning: 'Default number of search results' },
  {
    name: 'CONTEXT_TOKENS',
    default: '12000',
    meaning:
      'Default maximum tokens of the context for a question: the definitions that `POST …/context` returns and that a model answers from',
  },
  {
    name: 'CONTEXT_SPANS',
    default: '24',
    meaning: 'Default maximum number of spans in the context for a question',
  },
  {
    name: 'DEFINITION_CHOICE',
    default: 'model',
    meaning:
      'Definitions that come first in the context for a question: `model`: those that the first of `MODELS` chooses from a list of the best ranked ones, if there is a model; `ranking`: the best ranked ones',
  },
  {
    name: 'CANDIDATES',
    default: '100',
    meaning: 'Candidates from the keyword index, and at most as many from the vectors, before ranking',
  },
  {
    name: 'RERANKER',
    default: 'learned',
    meaning:
      '`learned`: the learned ranker; `workers-ai`: the cross-encoder bge-reranker-base (binding `AI`) reranks its best results; `model`: the first of `MODELS` does',
  },
  {
    name: 'RERANK_K',
    default: '30',
    meaning: 'For `workers-ai` and `model`: number of best spans that are reranked among themselves',
  },
  {
    name: 'FILE_SELECTION',
    default: 'none',
    meaning:
      'Files that join the ranking: `map`: those whose path, definitions or headings match the question; `model`: those that the first of `MODELS` picks from the file tree; `none`: none',
  },
  {
    name: 'PICKED_WEIGHT',
    default: '0.4',
    meaning: 'For `map` and `model`: weight of a picked file, 0 to 1; the ranking has the rest',
  },
  {
    name: 'OUT_OF_SCOPE_BELOW',
    default: '0.3',
    meaning: 'A question is declined if the probability that the repository contains an answer is lower',
  },
  {
    name: 'LOW_CONFIDENCE_BELOW',
    default: '0.65',
    meaning:
      'An answer is marked low confidence if the probability that the best results answer the question is lower',
  },
  {
    name: 'KEEP_REPLACED_HOURS',
    default: '24',
    meaning:
      'Hours for which a replaced state of a version is retained, for links and conversations pinned to it',
  },
  {
    name: 'REFRESH_EVERY_HOURS',
    default: '0',
    hosted: '24',
    meaning: 'Minimum hours between two uploads of the same version; 0: no limit',
  },
  {
    name: 'EXPIRE_AFTER_DAYS',
    default: 'none',
    hosted: '14',
    meaning: 'Days without a read after which a repository is deleted; those of `POPULAR` never are',
  },
  {
    name: 'CONVERSATION_DAYS',
    default: '30',
    meaning: 'Days after its last question until a conversation is deleted',
  },
  {
    name: 'UNHEARD_SECONDS',
    default: '30',
    meaning: 'Seconds until an answer that no client follows is stopped',
  },
  ...limitVariables,
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]['name'];
