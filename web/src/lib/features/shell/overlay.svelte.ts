/** The open overlay, if any. At most one overlay is open at a time. */

export type Overlay = 'palette' | 'shortcuts' | 'drawer';

let current = $state<Overlay | null>(null);

export const overlay = {
  get current(): Overlay | null {
    return current;
  },
  show(name: Overlay): void {
    current = name;
  },
  toggle(name: Overlay): void {
    current = current === name ? null : name;
  },
  /** Closes an overlay. If another overlay has replaced it, that one stays open. */
  close(name: Overlay): void {
    if (current === name) current = null;
  },
};
