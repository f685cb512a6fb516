/** The models that the server lists, and the models that providers list for the user's own keys. They are loaded once per visit. */
import { api, type Models, type Problem } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';
import { ownKeys } from './own-keys.svelte.ts';

let models = $state.raw<Models>();
let problem = $state.raw<Problem>();
/** The models that providers list for the user's own keys, or the problem if the request failed. */
let ownKeyModels = $state.raw<Readonly<Record<string, Models | Problem>>>({});
let loading: Promise<void> | undefined;
/** The key with which each provider's list was last requested. */
const usedKeys = new Map<string, string>();

export const modelList = {
  /** Undefined until it is loaded. */
  get models(): Models | undefined {
    return models;
  },
  get problem(): Problem | undefined {
    return problem;
  },
  get ownKeyModels(): Readonly<Record<string, Models | Problem>> {
    return ownKeyModels;
  },

  /** Loads the list unless it is loaded. With `retry`, it also reloads a list that failed or reported a problem. */
  load(retry = false): Promise<void> {
    const hasProblem =
      problem !== undefined || models?.providers.some((provider) => provider.problem !== null) === true;
    if (retry && hasProblem) loading = undefined;
    return (loading ??= loadModels());
  },

  /** Loads the models that providers list for the stored keys, once per key. */
  async loadOwnKeyModels(): Promise<void> {
    await Promise.all(ownKeys.providers.map(loadForProvider));
  },
};

async function loadModels(): Promise<void> {
  try {
    models = await api.models();
    problem = undefined;
  } catch (thrown) {
    problem = toAppProblem(thrown);
  }
}

async function loadForProvider(provider: string): Promise<void> {
  const modelKey = ownKeys.find(provider);
  if (modelKey === undefined || usedKeys.get(provider) === modelKey) return;
  usedKeys.set(provider, modelKey);
  let result: Models | Problem;
  try {
    result = await api.models({ provider, modelKey });
  } catch (thrown) {
    result = toAppProblem(thrown);
    usedKeys.delete(provider);
  }
  // The user may have removed or replaced the key in the meantime.
  if (ownKeys.find(provider) === modelKey) ownKeyModels = { ...ownKeyModels, [provider]: result };
}
