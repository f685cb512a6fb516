/**
 * A web worker that finds matches in one file. An expression can take forever on a crafted line. In that case the page terminates the
 * worker, and does not freeze.
 */
import { findMatches, type MatchList, compileFindPattern, type FindOptions } from './find-matches.ts';
import { splitLines } from './split-lines.ts';

export type FindRequest =
  | { readonly type: 'file'; readonly text: string }
  | { readonly type: 'find'; readonly id: number; readonly options: FindOptions };

export interface FindReply {
  readonly id: number;
  readonly matches: MatchList;
}

let lines: readonly string[] = [];

self.addEventListener('message', (event: MessageEvent<FindRequest>) => {
  const request = event.data;
  if (request.type === 'file') {
    lines = splitLines(request.text);
    return;
  }
  const compiled = compileFindPattern(request.options);
  const matches =
    compiled.kind === 'pattern'
      ? findMatches(lines, compiled.pattern)
      : { positions: new Int32Array(), truncated: false };
  const reply: FindReply = { id: request.id, matches };
  self.postMessage(reply, { transfer: [matches.positions.buffer] });
});
