/** Events of a turn as a response, one JSON object a line. */

import type { Turn } from '../core/conversation.ts';
import { toLines } from '../core/event-lines.ts';

export function eventStream(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

/** All events of a turn that has ended. */
export function storedEvents(turn: Turn): Response {
  return eventStream(
    new ReadableStream({
      start(controller) {
        controller.enqueue(toLines(turn.events));
        controller.close();
      },
    }),
  );
}
