/** The user a request is from. Every flow takes one; in open mode there is a single viewer, who owns everything. */

import { AppError } from './errors.ts';

export interface Viewer {
  readonly id: string;
}

export const openModeViewer: Viewer = { id: 'local' };

/**
 * The viewer of a request that carries no proof of who sent it.
 * @throws AppError `identity_missing` in hosted mode, where nobody may be taken for the open mode's viewer
 */
export function viewerWithoutIdentity(mode: 'open' | 'hosted'): Viewer {
  if (mode === 'open') return openModeViewer;
  throw new AppError(
    'identity_missing',
    'MODE is "hosted", and no identity provider is configured: every caller would own everything.',
  );
}
