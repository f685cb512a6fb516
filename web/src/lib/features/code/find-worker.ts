/**
 * Finds off the page's thread: an expression a person typed can take for ever on a line made for it, and then this
 * worker is ended, not the page held up.
 */
import { findMatches } from './find-matches.ts';
import type { FindReply, FindRequest } from './find-messages.ts';
import { findPattern } from './find-pattern.ts';
import { splitLines } from './split-lines.ts';

let lines: readonly string[] = [];

self.addEventListener('message', (event: MessageEvent<FindRequest>) => {
  const request = event.data;
  if (request.type === 'file') {
    lines = splitLines(request.text);
    return;
  }
  const read = findPattern(request.options);
  const found =
    read.kind === 'pattern'
      ? findMatches(lines, read.pattern)
      : { places: new Int32Array(), truncated: false };
  const reply: FindReply = { id: request.id, found };
  self.postMessage(reply, { transfer: [found.places.buffer] });
});
