/** Lists every line in which a text occurs, in any kind of file. An identifier does not match within a longer one. */

import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { FoundInFiles } from './found-in-files.ts';
import type { FoundPlace } from './list-outcome.ts';
import { createLineReader, findText, scanTexts, type ListServices, type TimedFiles } from './scan-texts.ts';

export async function listOccurrences(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { name, ...timed }: TimedFiles & { readonly name: string },
): Promise<FoundInFiles> {
  const found = new Map<string, readonly FoundPlace[]>();
  const isComplete = await scanTexts(services, resolved, timed, (file) => {
    const places = occurrencesIn(file.text, name);
    if (places.length > 0) found.set(file.path, places);
  });
  return { found, isComplete, limits: [] };
}

function occurrencesIn(text: string, wanted: string): readonly FoundPlace[] {
  const places = new Map<number, FoundPlace & { times: number }>();
  let lineAt: ReturnType<typeof createLineReader> | undefined;
  for (const offset of findText(text, wanted)) {
    lineAt ??= createLineReader(text);
    const place = lineAt(offset);
    const known = places.get(place.line);
    if (known === undefined) places.set(place.line, { ...place, times: 1 });
    else known.times += 1;
  }
  return [...places.values()];
}
