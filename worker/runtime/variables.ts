/** Every environment variable with its default and meaning. A test compares the README's table with this list. */

import { accountVariables } from './account-variables.ts';
import { limitVariables } from './limit-variables.ts';
import { modelVariables } from './model-variables.ts';
import { searchVariables } from './search-variables.ts';
import type { Variable } from './variable.ts';

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
  ...modelVariables,
  {
    name: 'RECEIPT_KEYS',
    default: '',
    meaning:
      'Ed25519 keys that sign receipts (a secret): 32 bytes in base64 each, comma-separated; the first signs, `GET /v1/receipt-keys` lists all. Without it a key is generated at first use and stored in the catalog; hosted mode needs it',
  },
  ...searchVariables,
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
