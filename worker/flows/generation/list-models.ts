/**
 * Models that can be asked: those the deployment offers, then, where any may be, what its vendors list. A vendor that does not answer is
 * told as a problem of its own and holds up nobody else.
 */

import { AppError } from '../../core/errors.ts';
import { modelId, ownKeyProviders, providers, type ProviderName } from '../../core/generation.ts';
import type { Generator, ListedModel } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import { usualAnswerer } from './choose-models.ts';
import type { Generation } from './generation.ts';

/** Nobody waits longer for a list. */
export const listMs = 3_000;
const keptMs = 300_000;
/** One that failed is soon asked again, though not by each who looks. */
const problemKeptMs = 15_000;

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

interface VendorList {
  readonly models: readonly ListedModel[];
  readonly problem: string | undefined;
}

/** Lists of vendors asked with the deployment's keys, for a few minutes. Values alone: no request may wait for what another one began. */
export type ModelLists = Map<ProviderName, VendorList & { readonly until: number }>;

/**
 * @param asked.key of the asker's own: that vendor is asked with it, and nothing of its answer is kept
 * @throws AppError `model_not_offered` where the provider cannot be called here, or takes no such key
 */
export async function listModels(
  services: Pick<Services, 'generation' | 'clock'>,
  asked: { readonly provider: ProviderName | undefined; readonly key: string | undefined },
): Promise<OfferedModels> {
  const { generation } = services;
  const { provider, key } = asked;
  if (provider !== undefined) requireCallable(generation, provider, key);
  const wanted = providers.filter((one) => provider === undefined || one === provider);
  const lists = new Map(
    await Promise.all(wanted.map(async (one) => [one, await listOf(services, one, key)] as const)),
  );
  return {
    default: usualAnswerer(generation),
    models: offeredModels(generation, lists),
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
      `${provider} cannot be called here: it has no address or binding.`,
    );
  if (key !== undefined && !ownKeyProviders.has(provider))
    throw new AppError(
      'model_not_offered',
      `${provider} is not asked with a key of one’s own: leave X-Model-Key out.`,
    );
}

const none: VendorList = { models: [], problem: undefined };

async function listOf(
  { generation, clock }: Pick<Services, 'generation' | 'clock'>,
  provider: ProviderName,
  key: string | undefined,
): Promise<VendorList> {
  const { generators, offersAll, lists } = generation;
  const generator = generators.get(provider);
  if (generator === undefined) return none;
  if (key !== undefined) return askVendor(generation, generator, key);
  if (!offersAll || !generator.hasKey) return none;
  const known = lists.get(provider);
  if (known !== undefined && clock.now() < known.until) return known;
  const list = await askVendor(generation, generator, undefined);
  const until = clock.now() + (list.problem === undefined ? keptMs : problemKeptMs);
  lists.set(provider, { ...list, until });
  return list;
}

async function askVendor(
  { pause }: Pick<Generation, 'pause'>,
  generator: Generator,
  key: string | undefined,
): Promise<VendorList> {
  const asking = new AbortController();
  const waiting = new AbortController();
  const late = pause(listMs, waiting.signal).then(
    () => 'late' as const,
    () => new Promise<never>(() => undefined),
  );
  try {
    const models = await Promise.race([generator.models({ key, signal: asking.signal }), late]);
    if (models === 'late') return { models: [], problem: `It did not answer within ${listMs / 1_000} s.` };
    return { models, problem: undefined };
  } catch (thrown) {
    // What was not foreseen may hold anything; what a vendor says may repeat the key.
    const told = thrown instanceof AppError ? thrown.message : 'Its list could not be read.';
    return { models: [], problem: key === undefined ? told : told.replaceAll(key, '…') };
  } finally {
    waiting.abort();
    asking.abort();
  }
}

function offeredModels(
  { models: configured }: Generation,
  lists: ReadonlyMap<ProviderName, VendorList>,
): OfferedModel[] {
  const offered = new Map<string, OfferedModel>();
  for (const name of configured)
    if (lists.has(name.provider))
      offered.set(modelId(name), {
        id: modelId(name),
        provider: name.provider,
        label: name.model,
        isConfigured: true,
        contextTokens: undefined,
      });
  for (const [provider, { models }] of lists)
    for (const { model, label, contextTokens } of models) {
      const id = modelId({ provider, model });
      offered.set(id, { id, provider, label, isConfigured: offered.has(id), contextTokens });
    }
  return [...offered.values()];
}
