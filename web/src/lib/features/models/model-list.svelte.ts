/** The models that the server lists, and those that providers list for the user's own keys. Loaded once per visit. */
import { api, type Models, type Problem } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';
import { ownKeys } from './own-keys.svelte.ts';

let known = $state.raw<Models>();
let problem = $state.raw<Problem>();
/** The models that providers list for the user's own keys, or why they do not. */
let own = $state.raw<Readonly<Record<string, Models | Problem>>>({});
let reading: Promise<void> | undefined;
/** The key last used with each provider. */
const usedKeys = new Map<string, string>();

export const modelList = {
  /** Undefined until it is loaded. */
  get known(): Models | undefined {
    return known;
  },
  get problem(): Problem | undefined {
    return problem;
  },
  get own(): Readonly<Record<string, Models | Problem>> {
    return own;
  },

  /** Loads the list unless it is loaded. With `again`, it also reloads a list that failed or reported a problem. */
  load(again = false): Promise<void> {
    const isWorse = problem !== undefined || known?.providers.some((one) => one.problem !== null) === true;
    if (again && isWorse) reading = undefined;
    return (reading ??= read());
  },

  /** Loads the models that providers list for the stored keys, once per key. */
  async loadOwn(): Promise<void> {
    await Promise.all(ownKeys.providers.map(readOwn));
  },
};

async function read(): Promise<void> {
  try {
    known = await api.models();
    problem = undefined;
  } catch (thrown) {
    problem = toAppProblem(thrown);
  }
}

async function readOwn(provider: string): Promise<void> {
  const modelKey = ownKeys.find(provider);
  if (modelKey === undefined || usedKeys.get(provider) === modelKey) return;
  usedKeys.set(provider, modelKey);
  let listed: Models | Problem;
  try {
    listed = await api.models({ provider, modelKey });
  } catch (thrown) {
    listed = toAppProblem(thrown);
    usedKeys.delete(provider);
  }
  // The key was removed or replaced meanwhile.
  if (ownKeys.find(provider) === modelKey) own = { ...own, [provider]: listed };
}
