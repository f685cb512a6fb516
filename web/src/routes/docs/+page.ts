/** Loads the first guide, which is the landing page of the guides. */
import { findGuide } from '../../lib/features/docs/guides.ts';

export const ssr = true;
export const prerender = true;

export function load() {
  return { guide: findGuide('getting-started') };
}
