/**
 * The repositories that this user may see, as the server last sent them. The landing page, the sidebar, the top bar and the
 * palette share the list.
 */
import type { Problem, Repository } from '../../api.ts';
import { landingApi } from '../../landing-api.ts';
import { toAppProblem } from '../../to-problem.ts';

let all = $state.raw<readonly Repository[]>([]);
let isLoaded = $state(false);
let problem = $state.raw<Problem | null>(null);
/** The checked ids that the server did not list. */
let missingIds = $state.raw<ReadonlySet<string>>(new Set());
let checkedIds: readonly string[] = [];

export const repositoryCatalog = {
  get all(): readonly Repository[] {
    return all;
  },

  /** The server has sent the list at least once. */
  get isLoaded(): boolean {
    return isLoaded;
  },

  /** Why the last request failed; null if it succeeded. */
  get problem(): Problem | null {
    return problem;
  },

  /** Loads the list again. @throws ProblemError if the server rejects the request or is unreachable. */
  async refresh(): Promise<void> {
    try {
      all = await landingApi.listRepositories();
      problem = null;
      isLoaded = true;
    } catch (thrown) {
      problem = toAppProblem(thrown);
      throw thrown;
    }
    updateMissingIds();
  },

  /** Whether the repository was checked and the server did not list it. */
  isMissing(id: string): boolean {
    return missingIds.has(id);
  },

  /** Checks which repositories still exist. If the request fails, nothing changes. */
  async check(ids: readonly string[]): Promise<void> {
    checkedIds = ids;
    await repositoryCatalog.refresh().catch(() => undefined);
  },
};

function updateMissingIds(): void {
  const listedIds = new Set(all.map((repository) => repository.id));
  missingIds = new Set(checkedIds.filter((id) => !listedIds.has(id)));
}
