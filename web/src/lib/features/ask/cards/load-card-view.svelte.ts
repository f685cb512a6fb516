/** Loads the component for cards with the first card, since most answers have none. */
import type { Component } from 'svelte';
import type { Card } from '../../../api.ts';

type CardView = Component<{ card: Card }>;

let component = $state.raw<CardView | null>(null);
let failed = $state(false);

export const cardView = {
  /** Null until it is loaded. */
  get component(): CardView | null {
    return component;
  },
  /** Loading failed, so claims are shown without cards. */
  get failed(): boolean {
    return failed;
  },
  async load(): Promise<void> {
    if (component !== null) return;
    try {
      component = (await import('./CardView.svelte')).default;
      failed = false;
    } catch {
      failed = true;
    }
  },
};
