/** How an answer is wanted, by the header `accept`. */

/** JSON when it is named and the event stream is not; anything else gets the stream. */
export function prefersJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !accept.includes('text/event-stream');
}
