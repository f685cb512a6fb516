/** Responses with a turn's events, one JSON object per line. */

import type { Turn } from '../core/answers/conversation.ts';
import { encodeJsonLines } from '../core/text/json-lines.ts';

export function eventStream(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

/** All events of a turn that has ended. */
export function storedEvents(turn: Turn): Response {
  return eventStream(
    new ReadableStream({
      start(controller) {
        controller.enqueue(encodeJsonLines(turn.events));
        controller.close();
      },
    }),
  );
}
