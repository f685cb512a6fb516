/** The versions of the repository shown last. Load them again before showing them, because they change. */
import { api, type Version } from '../../api.ts';

let known = $state.raw<{ readonly of: string; readonly versions: readonly Version[] }>({
  of: '',
  versions: [],
});

export const knownVersions = {
  of: (repositoryId: string): readonly Version[] => (known.of === repositoryId ? known.versions : []),

  /** If the server is unreachable, the known versions stay. */
  async load(repositoryId: string): Promise<void> {
    const versions = await api.listVersions(repositoryId).catch(() => null);
    if (versions !== null) known = { of: repositoryId, versions };
  },
};
