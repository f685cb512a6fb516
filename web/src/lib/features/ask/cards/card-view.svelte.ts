/** The code that shows cards: fetched with the first card, since most answers have none. */
import type { Component } from 'svelte';
import type { Card } from '../../../api.ts';

type CardView = Component<{ card: Card }>;

let component = $state.raw<CardView | null>(null);
let failed = $state(false);

export const cardView = {
  /** Null until it is here. */
  get component(): CardView | null {
    return component;
  },
  /** It could not be fetched: the claims stand without their cards. */
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
