/** Responses with a turn's events, one JSON object per line. */

import type { Turn } from '../core/answers/conversation.ts';
import { encodeJsonLines } from '../core/text/json-lines.ts';

export function toEventResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

/** All events of a turn that has ended. */
export function respondWithStoredEvents(turn: Turn): Response {
  return toEventResponse(
    new ReadableStream({
      start(controller) {
        controller.enqueue(encodeJsonLines(turn.events));
        controller.close();
      },
    }),
  );
}
