/** Every variable with its default and meaning: the one place a setting has its name. The README's table is made from it. */

export interface Variable {
  readonly name: string;
  /** What holds when it is not set; open mode first, then hosted where it differs. */
  readonly default: string;
  readonly hosted?: string;
  readonly meaning: string;
}

export const variables = [
  {
    name: 'MODE',
    default: 'open',
    meaning:
      '`open`: one viewer who owns everything, on loopback; `hosted`: limits apply, and nothing is served until an identity provider is configured, which no version supports yet',
  },
  {
    name: 'ALLOWED_HOSTS',
    default: 'localhost,127.0.0.1,[::1]',
    meaning:
      'Hosts a request may be sent to, comma-separated, as `host` (any port) or `host:port`; others are refused, and so is an Origin other than that host and port',
  },
  { name: 'CHUNK_MIN_TOKENS', default: '50', meaning: 'Smaller neighbouring pieces of a file are merged' },
  { name: 'CHUNK_MAX_TOKENS', default: '512', meaning: 'Larger pieces are split' },
  {
    name: 'CHUNKING',
    default: 'syntax',
    meaning:
      '`syntax`: files are cut along their grammar; `naive`: at line ends every 1,000 characters, to tell what the former is worth',
  },
  {
    name: 'IGNORE',
    default: '',
    meaning: 'Globs of paths to leave out, comma-separated, besides the built-in filters',
  },
  {
    name: 'TAGS',
    default: '',
    meaning: 'Names for parts of a repository, to filter by: `docs/**=documentation,errors/**=errors`',
  },
  {
    name: 'POPULAR',
    default: '',
    meaning:
      'Repositories the deployment keeps for everyone, comma-separated; those named `owner/name` are added from GitHub, shown to all and refreshed once a week',
  },
  { name: 'MAX_UPLOAD_BYTES', default: '4000000000', hosted: '500000000', meaning: 'Largest archive taken' },
  { name: 'MAX_FILE_BYTES', default: '1000000', meaning: 'Larger files are skipped and listed' },
  { name: 'MAX_LINES', default: 'none', hosted: '200000', meaning: 'Lines of a repository after filters' },
  { name: 'MAX_FILES', default: 'none', hosted: '5000', meaning: 'Files of a repository after filters' },
  {
    name: 'MAX_UNPACKED_BYTES',
    default: '20000000000',
    hosted: '2000000000',
    meaning: 'Bytes an archive may unpack to',
  },
  {
    name: 'MAX_ARCHIVE_RATIO',
    default: '200',
    meaning: 'Unpacked bytes over packed bytes, judged from 16 MB on',
  },
  { name: 'MAX_ARCHIVE_ENTRIES', default: '1000000', hosted: '100000', meaning: 'Entries of an archive' },
  { name: 'PACK_BYTES', default: '150000', meaning: 'Bytes of files in one parse part' },
  { name: 'LINK_LINES', default: '150000', meaning: 'Lines of files in one link part' },
  { name: 'EMBED_CHUNKS', default: '1000', meaning: 'Chunks in one embed part' },
  { name: 'INDEX_CHUNKS', default: '200', meaning: 'Chunks in one index part' },
  {
    name: 'EMBEDDER',
    default: 'embedded',
    meaning:
      '`embedded`: the model that comes with the Worker; `workers-ai`: bge models; `openai`: any server with `/embeddings`; `none`: search is by keywords alone',
  },
  {
    name: 'EMBEDDER_MODEL',
    default: '',
    meaning:
      'Of `workers-ai` one of `small`, `base` (if not set), `large`, `m3`; of `openai` any (`text-embedding-3-small` if not set)',
  },
  {
    name: 'EMBEDDER_URL',
    default: 'https://api.openai.com/v1',
    meaning: 'Of `openai`: where `/embeddings` is below',
  },
  {
    name: 'EMBEDDER_KEY',
    default: '',
    meaning: 'Of `openai`: the key, a secret; none if the server asks for none',
  },
  {
    name: 'EMBEDDER_DIMENSIONS',
    default: '0',
    meaning: 'Of `openai`: length of the model’s vectors; 0 for models of OpenAI',
  },
  {
    name: 'EMBEDDER_TOKENS',
    default: '512',
    meaning: 'Of `openai`: tokens of a text the model reads; longer ones are cut',
  },
  {
    name: 'VECTOR_INDEX',
    default: 'embedded',
    meaning: '`embedded`: exact search in Durable Objects; `vectorize`: the binding `VECTORIZE`',
  },
  {
    name: 'GITHUB_TOKEN',
    default: '',
    meaning:
      'The deployment’s own token for GitHub, a secret: for repositories everyone may read, and more calls an hour',
  },
  {
    name: 'GITHUB_API_URL',
    default: 'https://api.github.com',
    meaning: 'Where GitHub’s REST interface is',
  },
  {
    name: 'WEBHOOK_SECRET',
    default: '',
    meaning: 'Signs GitHub’s deliveries to `POST /v1/webhooks/github`, a secret; none are taken if not set',
  },
  {
    name: 'TOKEN_KEYS',
    default: '',
    meaning:
      'Keys viewers’ tokens are encrypted with, a secret: `2:<base64>,1:<base64>` of 32 bytes each; the first encrypts, all decrypt. No tokens are kept if not set',
  },
  {
    name: 'LOOPBACK_HOSTS',
    default: '',
    meaning:
      '`127.0.0.1:port` of servers on this machine that may be asked all the same, comma-separated: documentation served here, and in tests what stands in GitHub’s place',
  },
  {
    name: 'CRAWL_MAX_PAGES',
    default: '2000',
    hosted: '500',
    meaning: 'Pages taken of one documentation on the web',
  },
  { name: 'CRAWL_MAX_DEPTH', default: '8', meaning: 'Links followed from its start' },
  {
    name: 'CRAWL_MAX_SECONDS',
    default: '900',
    meaning: 'Seconds a crawl takes at most; what it has by then is indexed',
  },
  { name: 'CRAWL_MAX_PAGE_BYTES', default: '2000000', meaning: 'Larger pages are left out and listed' },
  {
    name: 'MODELS',
    default: '',
    meaning:
      'Models that may write answers, comma-separated, as `provider/model` of `workers-ai`, `openai`, `groq`, `compatible`, `google`, `anthropic`: the first answers, the next take over when it fails. The embedded answerer writes if not set',
  },
  {
    name: 'OPENAI_URL',
    default: 'https://api.openai.com/v1',
    meaning: 'Of `openai`: where `/chat/completions` is below',
  },
  { name: 'OPENAI_KEY', default: '', meaning: 'Of `openai`: the deployment’s key, a secret' },
  {
    name: 'GROQ_URL',
    default: 'https://api.groq.com/openai/v1',
    meaning: 'Of `groq`: where `/chat/completions` is below',
  },
  { name: 'GROQ_KEY', default: '', meaning: 'Of `groq`: the deployment’s key, a secret' },
  {
    name: 'COMPATIBLE_URL',
    default: '',
    meaning:
      'Of `compatible`: a server with `/chat/completions`, as Ollama (`http://127.0.0.1:11434/v1`), vLLM and LM Studio are',
  },
  {
    name: 'COMPATIBLE_KEY',
    default: '',
    meaning: 'Of `compatible`: its key, a secret; none if the server asks for none',
  },
  {
    name: 'GOOGLE_URL',
    default: 'https://generativelanguage.googleapis.com/v1beta',
    meaning: 'Of `google`: where its models are',
  },
  { name: 'GOOGLE_KEY', default: '', meaning: 'Of `google`: the deployment’s key, a secret' },
  {
    name: 'ANTHROPIC_URL',
    default: 'https://api.anthropic.com/v1',
    meaning: 'Of `anthropic`: where `/messages` is below',
  },
  { name: 'ANTHROPIC_KEY', default: '', meaning: 'Of `anthropic`: the deployment’s key, a secret' },
  {
    name: 'MODEL_LIMITS',
    default: '',
    meaning:
      'Calls and tokens a minute and a day, of all who ask: `openai/gpt-x=60rpm 100000tpm 1000rpd 2000000tpd,*=30rpm`; nothing limits what is not named',
  },
  {
    name: 'MODEL_PRICES',
    default: '',
    meaning:
      'US dollars for a million tokens read and written, to tell what answers cost: `openai/gpt-x=0.5/1.5`',
  },
  {
    name: 'MODEL_FIRST_SECONDS',
    default: '30',
    meaning:
      'Seconds until a model’s first word, six times as many while it shows that it thinks; then the next model is asked',
  },
  {
    name: 'MODEL_STALL_SECONDS',
    default: '20',
    meaning: 'Seconds between two parts of a model’s answer; then it is ended',
  },
  {
    name: 'MODEL_RETRY_SECONDS',
    default: '5',
    meaning:
      'Seconds at most that are waited for a model that is limited or not available; then the next one is asked',
  },
  { name: 'MODEL_PROMPT_TOKENS', default: '12000', meaning: 'Tokens of evidence and rules a model is given' },
  {
    name: 'MODEL_OUTPUT_TOKENS',
    default: '1500',
    meaning:
      'Longest answer in tokens when a request does not say; in hosted mode no request may say more, but with a key of its own',
  },
  {
    name: 'RECEIPT_KEYS',
    default: '',
    meaning:
      'Ed25519 keys receipts are signed with, a secret: 32 bytes in base64 each, comma-separated; the first signs, all are told by `GET /v1/receipt-keys`. One is made at first use and kept in the catalog if not set',
  },
  {
    name: 'PLANNER',
    default: 'embedded',
    meaning:
      '`embedded`: questions are read by rules; `model`: the first of `MODELS` puts them in the repository’s terms besides, and both are searched for',
  },
  { name: 'TOP_K', default: '10', meaning: 'Search results when a request does not say' },
  {
    name: 'CANDIDATES',
    default: '100',
    meaning:
      'Chunks taken from the keyword index, and as many at most from the vectors, before they are ranked',
  },
  {
    name: 'RERANKER',
    default: 'learned',
    meaning:
      '`learned`: the fitted ranker; `workers-ai`: its best are read again, beside the question, by the cross-encoder bge-reranker-base (binding `AI`); `model`: the same by the first of `MODELS`',
  },
  {
    name: 'RERANK_K',
    default: '30',
    meaning:
      'Of `workers-ai` and `model`: the best spans that are read again; they change places among themselves',
  },
  {
    name: 'FILE_SELECTION',
    default: 'none',
    meaning:
      '`map`: files whose path, definitions and headings hold the question’s words join the ranking; `model`: files that the first of `MODELS` picks from the tree do; `none`: none do',
  },
  {
    name: 'PICKED_WEIGHT',
    default: '0.4',
    meaning: 'Of `map` and `model`: what a picked file counts, 0 to 1; the ranking counts the rest',
  },
  {
    name: 'OUT_OF_SCOPE_BELOW',
    default: '0.4',
    meaning: 'Probability that the repository holds an answer, below which a question is declined',
  },
  {
    name: 'LOW_CONFIDENCE_BELOW',
    default: '0.65',
    meaning: 'The same, below which an answer is marked low confidence',
  },
  {
    name: 'KEEP_REPLACED_HOURS',
    default: '24',
    meaning:
      'Hours a version’s state before its last upload is kept, for links and conversations that are pinned to it; then it is collected',
  },
  {
    name: 'REFRESH_EVERY_HOURS',
    default: '0',
    hosted: '24',
    meaning: 'Hours between two uploads of the same version; 0: no limit',
  },
  {
    name: 'EXPIRE_AFTER_DAYS',
    default: 'none',
    hosted: '14',
    meaning: 'Days without a read after which a repository is dropped; those of `POPULAR` are kept',
  },
  {
    name: 'CONVERSATION_DAYS',
    default: '30',
    meaning: 'Days after its last question until a conversation is forgotten',
  },
  {
    name: 'UNHEARD_SECONDS',
    default: '30',
    meaning: 'Seconds until an answer nobody listens to is stopped',
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]['name'];
