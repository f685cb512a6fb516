/** The versions of the repository last looked at. They come and go: whoever shows them asks anew. */
import { api, type Version } from '../../api.ts';

let known = $state.raw<{ readonly of: string; readonly versions: readonly Version[] }>({
  of: '',
  versions: [],
});

export const knownVersions = {
  of: (repositoryId: string): readonly Version[] => (known.of === repositoryId ? known.versions : []),

  /** Out of reach, what was known stays. */
  async look(repositoryId: string): Promise<void> {
    const versions = await api.listVersions(repositoryId).catch(() => null);
    if (versions !== null) known = { of: repositoryId, versions };
  },
};
