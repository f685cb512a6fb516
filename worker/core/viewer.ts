/** Who is asking. Every flow takes one; in open mode there is a single viewer, who owns everything. */

export interface Viewer {
  readonly id: string;
}

export const openModeViewer: Viewer = { id: 'local' };
