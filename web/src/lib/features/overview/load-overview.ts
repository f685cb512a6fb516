/** Loads an overview together with the layout of its picture, so that the page appears complete. The layout code is loaded only if there is a picture. */
import { api, type Overview } from '../../api.ts';
import type { PartPicture } from './layout-parts.ts';

export interface LoadedOverview {
  readonly overview: Overview;
  /** Null if the parts do not refer to each other. */
  readonly picture: PartPicture | null;
}

export async function loadOverview(repositoryId: string, version: string): Promise<LoadedOverview> {
  const overview = await api.overview(repositoryId, version);
  if (overview.parts.links.length === 0) return { overview, picture: null };
  const { layoutParts } = await import('./layout-parts.ts');
  return { overview, picture: layoutParts(overview.parts) };
}
