/**
 * The repositories that this viewer may see, as the server last sent them: one list for the landing page, the sidebar, the
 * switcher and the palette.
 */
import { api, type Repository } from '../../api.ts';

let all = $state.raw<readonly Repository[]>([]);
/** Checked ids that do not exist. */
let gone = $state.raw<ReadonlySet<string>>(new Set());
let checkedIds: readonly string[] = [];

export const repositoryCatalog = {
  get all(): readonly Repository[] {
    return all;
  },

  /** Loads the list again. @throws ProblemError if the server rejects the request or is unreachable. */
  async refresh(): Promise<void> {
    all = await api.listRepositories();
    noteGone();
  },

  /** True if `check` found that the server does not know it. */
  isGone(id: string): boolean {
    return gone.has(id);
  },

  /** Finds out which of these no longer exist. An unreachable server changes nothing. */
  async check(ids: readonly string[]): Promise<void> {
    checkedIds = ids;
    await repositoryCatalog.refresh().catch(() => undefined);
  },
};

function noteGone(): void {
  const known = new Set(all.map((repository) => repository.id));
  gone = new Set(checkedIds.filter((id) => !known.has(id)));
}
