/** The versions of the repository whose versions were loaded last. Load them again before you show them, because they change. */
import { api, type Version } from '../../api.ts';

let lastLoaded = $state.raw<{ readonly repositoryId: string; readonly versions: readonly Version[] }>({
  repositoryId: '',
  versions: [],
});

export const knownVersions = {
  /** Empty until the versions of this repository are loaded. */
  list: (repositoryId: string): readonly Version[] =>
    lastLoaded.repositoryId === repositoryId ? lastLoaded.versions : [],

  /** If the request fails, the known versions stay. */
  async load(repositoryId: string): Promise<void> {
    const versions = await api.listVersions(repositoryId).catch(() => null);
    if (versions !== null) lastLoaded = { repositoryId, versions };
  },
};
