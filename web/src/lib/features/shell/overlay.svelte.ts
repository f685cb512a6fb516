/** What lies over the page, if anything: one at a time, opened by key, by button, or by one another. */

export type Overlay = 'palette' | 'shortcuts' | 'drawer';

let current = $state<Overlay | null>(null);

export const overlay = {
  get current(): Overlay | null {
    return current;
  },
  show(wanted: Overlay): void {
    current = wanted;
  },
  toggle(wanted: Overlay): void {
    current = current === wanted ? null : wanted;
  },
  /** Closes that one; another that took its place stays. */
  close(done: Overlay): void {
    if (current === done) current = null;
  },
};
