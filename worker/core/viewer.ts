/** The user who sends a request. In open mode there is a single viewer, who owns everything. */

import { AppError } from './errors.ts';

export interface Viewer {
  readonly id: string;
}

export const openModeViewer: Viewer = { id: 'local' };

/**
 * The viewer of an unauthenticated request.
 * @throws AppError `identity_missing` in hosted mode
 */
export function anonymousViewer(mode: 'open' | 'hosted'): Viewer {
  if (mode === 'open') return openModeViewer;
  throw new AppError(
    'identity_missing',
    'MODE is "hosted", but no identity provider is configured: every caller would own everything.',
  );
}
