/** The history page that goes on where a timeline card ends: of the same file, folder or repository. */
import type { FilePlace } from '../../files/file-address.ts';
import { historyPath } from '../../history/history-address.ts';

/** @param query the card's: path and query of the call that gives the whole */
export function cardHistoryPath(place: FilePlace, query: string): string {
  const asked = new URLSearchParams(query.split('?', 2)[1] ?? '');
  return historyPath(place, { path: asked.get('path') ?? '' });
}
