/**
 * The repositories this viewer may see, as last told by the server: one list for the landing, the sidebar, the switcher and
 * the palette.
 */
import { api, type Repository } from '../../api.ts';

let all = $state.raw<readonly Repository[]>([]);
/** Asked about and not there. */
let gone = $state.raw<ReadonlySet<string>>(new Set());
let askedAbout: readonly string[] = [];

export const repositoryCatalog = {
  get all(): readonly Repository[] {
    return all;
  },

  /** Reads the list anew. @throws ProblemError when the server refuses or is out of reach. */
  async refresh(): Promise<void> {
    all = await api.listRepositories();
    noteGone();
  },

  /** True when the server, asked about it by `check`, did not know it. */
  isGone(id: string): boolean {
    return gone.has(id);
  },

  /** Finds out which of these are gone. A server out of reach says nothing about any. */
  async check(ids: readonly string[]): Promise<void> {
    askedAbout = ids;
    await repositoryCatalog.refresh().catch(() => undefined);
  },
};

function noteGone(): void {
  const known = new Set(all.map((repository) => repository.id));
  gone = new Set(askedAbout.filter((id) => !known.has(id)));
}
