/** The models that can be asked, as the server lists them, and those a vendor lists for a key of one's own. Read once a visit. */
import { api, type Models, type Problem } from '../../api.ts';
import { problemFrom } from '../search/problem-from.ts';
import { ownKeys } from './own-keys.svelte.ts';

let known = $state.raw<Models>();
let problem = $state.raw<Problem>();
/** What vendors list for keys of one's own, or why they do not. */
let own = $state.raw<Readonly<Record<string, Models | Problem>>>({});
let reading: Promise<void> | undefined;
/** The key each vendor was last asked with. */
const askedWith = new Map<string, string>();

export const modelList = {
  /** Undefined until it has been read. */
  get known(): Models | undefined {
    return known;
  },
  get problem(): Problem | undefined {
    return problem;
  },
  get own(): Readonly<Record<string, Models | Problem>> {
    return own;
  },

  /** Reads the list unless it has been read; with `again`, a list that failed or told of a problem is read anew. */
  load(again = false): Promise<void> {
    const isWorse = problem !== undefined || known?.providers.some((one) => one.problem !== null) === true;
    if (again && isWorse) reading = undefined;
    return (reading ??= read());
  },

  /** Reads what the vendors list for the keys kept here, each key once. */
  async loadOwn(): Promise<void> {
    await Promise.all(ownKeys.providers.map(readOwn));
  },
};

async function read(): Promise<void> {
  try {
    known = await api.models();
    problem = undefined;
  } catch (thrown) {
    problem = problemFrom(thrown);
  }
}

async function readOwn(provider: string): Promise<void> {
  const modelKey = ownKeys.of(provider);
  if (modelKey === undefined || askedWith.get(provider) === modelKey) return;
  askedWith.set(provider, modelKey);
  let told: Models | Problem;
  try {
    told = await api.models({ provider, modelKey });
  } catch (thrown) {
    told = problemFrom(thrown);
    askedWith.delete(provider);
  }
  // Forgotten or replaced meanwhile, it is of no key kept here.
  if (ownKeys.of(provider) === modelKey) own = { ...own, [provider]: told };
}
