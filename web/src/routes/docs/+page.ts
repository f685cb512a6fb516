import { findGuide } from '../../lib/features/docs/guides.ts';

export function load() {
  return { guide: findGuide('getting-started') };
}
