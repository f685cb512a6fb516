/** Models and their vendors as a reader sees them. Pure. */

const providerNames: Readonly<Record<string, string>> = {
  'workers-ai': 'Workers AI',
  openai: 'OpenAI',
  groq: 'Groq',
  compatible: 'Own server',
  google: 'Google',
  anthropic: 'Anthropic',
};

export const embedded = 'embedded';

/** The vendor of `provider/model`; empty of the embedded answerer, which has none. */
export function providerOf(id: string): string {
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : '';
}

export function providerName(provider: string): string {
  return providerNames[provider] ?? provider;
}

/** As short as a button can show it: the model without its vendor and the folders it lies in. */
export function shortModelName(id: string): string {
  if (id === embedded) return 'Embedded';
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Who wrote an answer, in words. */
export function answererWords(id: string): string {
  if (id === embedded) return 'Composed from the index, no model';
  return `${id.slice(id.indexOf('/') + 1)}, ${providerName(providerOf(id))}`;
}
