/** Formats the names of models and providers for display. */

const providerNames: Readonly<Record<string, string>> = {
  'workers-ai': 'Workers AI',
  openai: 'OpenAI',
  groq: 'Groq',
  compatible: 'Own server',
  google: 'Google',
  anthropic: 'Anthropic',
};

/** The id of the composer among the models. */
export const composerId = 'embedded';

/** The provider of `provider/model`; empty for the composer. */
export function readProvider(id: string): string {
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : '';
}

export function providerName(provider: string): string {
  return providerNames[provider] ?? provider;
}

/** A short label for a button: the model without provider and folders. */
export function shortModelName(id: string): string {
  if (id === composerId) return 'Quotations only';
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Describes the writer of an answer, as a label. */
export function describeAnswerer(id: string): string {
  if (id === composerId) return 'Quotations only, no AI model';
  return `${id.slice(id.indexOf('/') + 1)}, ${providerName(readProvider(id))}`;
}
