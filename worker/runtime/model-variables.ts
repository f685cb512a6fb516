/** The environment variables of the models that write answers: their providers, limits, prices, time limits and judge. */

import type { Variable } from './variable.ts';

export const modelVariables = [
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
] as const satisfies readonly Variable[];
