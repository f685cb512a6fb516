/**
 * Lists the models that a user can choose: those of the deployment and, if any model is allowed, those that the providers list. A provider
 * that does not answer is reported as a problem and does not delay other providers.
 */

import {
  formatModelName,
  ownKeyProviders,
  providers,
  type ProviderName,
} from '../../core/answers/generation.ts';
import { AppError } from '../../core/errors.ts';
import type { Generator } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import { defaultAnswerer } from './choose-models.ts';
import type { Generation, ProviderModelList } from './generation.ts';

/** Time limit for one provider's list. */
export const listTimeoutMs = 3_000;
const cacheMs = 300_000;
/** A failed list is retried soon, but not on every request. */
const failureCacheMs = 15_000;

interface OfferedModel {
  readonly id: string;
  readonly provider: ProviderName;
  readonly label: string;
  readonly isConfigured: boolean;
  readonly contextTokens: number | undefined;
}

interface OfferedModels {
  readonly default: string;
  readonly models: readonly OfferedModel[];
  readonly providers: readonly {
    readonly name: ProviderName;
    readonly takesOwnKey: boolean;
    readonly hasKey: boolean;
    readonly problem: string | undefined;
  }[];
  readonly outputTokens: number;
}

/**
 * @param request.key the user's own key. It is sent only to its provider, and the list is not cached.
 * @throws AppError `model_not_offered` if the provider cannot be called here, or accepts no user keys
 */
export async function listModels(
  services: Pick<Services, 'generation' | 'clock'>,
  request: { readonly provider: ProviderName | undefined; readonly key: string | undefined },
): Promise<OfferedModels> {
  const { generation } = services;
  const { provider, key } = request;
  if (provider !== undefined) requireCallable(generation, provider, key);
  const selected = providers.filter((name) => provider === undefined || name === provider);
  const lists = new Map(
    await Promise.all(
      selected.map(async (name) => [name, await getProviderList(services, name, key)] as const),
    ),
  );
  return {
    default: defaultAnswerer(generation),
    models: mergeModels(generation, lists),
    providers: [...generation.generators.values()].map(({ provider: name, hasKey }) => ({
      name,
      takesOwnKey: ownKeyProviders.has(name),
      hasKey,
      problem: lists.get(name)?.problem,
    })),
    outputTokens: generation.outputTokens,
  };
}

function requireCallable({ generators }: Generation, provider: ProviderName, key: string | undefined): void {
  if (!generators.has(provider))
    throw new AppError(
      'model_not_offered',
      `${provider} cannot be called here: no address or binding is configured.`,
    );
  if (key !== undefined && !ownKeyProviders.has(provider))
    throw new AppError(
      'model_not_offered',
      `${provider} does not accept your own key. Leave X-Model-Key out.`,
    );
}

const emptyList: ProviderModelList = { models: [], problem: undefined };

async function getProviderList(
  { generation, clock }: Pick<Services, 'generation' | 'clock'>,
  provider: ProviderName,
  key: string | undefined,
): Promise<ProviderModelList> {
  const { generators, offersAll, cachedLists: lists } = generation;
  const generator = generators.get(provider);
  if (generator === undefined) return emptyList;
  if (key !== undefined) return fetchProviderList(generation, generator, key);
  if (!offersAll || !generator.hasKey) return emptyList;
  const known = lists.get(provider);
  if (known !== undefined && clock.now() < known.until) return known;
  const list = await fetchProviderList(generation, generator, undefined);
  const until = clock.now() + (list.problem === undefined ? cacheMs : failureCacheMs);
  lists.set(provider, { ...list, until });
  return list;
}

async function fetchProviderList(
  { pause }: Pick<Generation, 'pause'>,
  generator: Generator,
  key: string | undefined,
): Promise<ProviderModelList> {
  const request = new AbortController();
  const waiting = new AbortController();
  const late = pause(listTimeoutMs, waiting.signal).then(
    () => 'late' as const,
    () => new Promise<never>(() => undefined),
  );
  try {
    const models = await Promise.race([generator.models({ key, signal: request.signal }), late]);
    if (models === 'late')
      return { models: [], problem: `It did not answer within ${listTimeoutMs / 1_000} s.` };
    return { models, problem: undefined };
  } catch (thrown) {
    // An unexpected error may contain anything, and a provider's message may repeat the key.
    const problem = thrown instanceof AppError ? thrown.message : 'The list could not be read.';
    return { models: [], problem: key === undefined ? problem : problem.replaceAll(key, '…') };
  } finally {
    waiting.abort();
    request.abort();
  }
}

function mergeModels(
  { models: configured }: Generation,
  lists: ReadonlyMap<ProviderName, ProviderModelList>,
): OfferedModel[] {
  const offered = new Map<string, OfferedModel>();
  for (const name of configured)
    if (lists.has(name.provider))
      offered.set(formatModelName(name), {
        id: formatModelName(name),
        provider: name.provider,
        label: name.model,
        isConfigured: true,
        contextTokens: undefined,
      });
  for (const [provider, { models }] of lists)
    for (const { model, label, contextTokens } of models) {
      const id = formatModelName({ provider, model });
      offered.set(id, { id, provider, label, isConfigured: offered.has(id), contextTokens });
    }
  return [...offered.values()];
}
