/** Streams a turn as server-sent events: numbered parts, from the first part that the client does not have. */

import type { Context as HonoContext } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AnswerStreamPart } from '../../contract/answers/stream.ts';
import type { TurnEvent } from '../../core/answers/conversation.ts';
import type { Context } from '../context.ts';
import { createPartConverter } from './answer-parts.ts';
import { reportProblem } from '../on-error.ts';

interface StreamedTurn {
  readonly conversationId: string;
  /** From the turn's first event. */
  readonly events: AsyncIterable<TurnEvent>;
  /** Number of parts that the client already has. */
  readonly receivedParts: number;
}

export function streamTurn(context: HonoContext<Context>, turn: StreamedTurn): Response {
  return streamParts(context, numberParts(turn));
}

/** Streams parts with their numbers. Parts without a number do not belong to a turn and cannot be followed again. */
export function streamParts<Part extends { readonly type: string }>(
  context: HonoContext<Context>,
  parts: AsyncIterable<{ readonly id?: number; readonly part: Part }>,
): Response {
  const { signal } = context.req.raw;
  context.header('x-vercel-ai-ui-message-stream', 'v1');
  return streamSSE(context, async (stream) => {
    try {
      for await (const { id, part } of parts) {
        if (signal.aborted) return;
        const numberField = id === undefined ? {} : { id: String(id) };
        await stream.writeSSE({ ...numberField, data: JSON.stringify(part) });
      }
    } catch (thrown) {
      // The error has no number, because it belongs to this connection and the turn can be rejoined. Rethrowing it would let the framework
      // send its details.
      const errorText = JSON.stringify(reportProblem(thrown, context));
      await stream.writeSSE({
        data: JSON.stringify({ type: 'error', errorText } satisfies AnswerStreamPart),
      });
    }
    await stream.writeSSE({ data: '[DONE]' });
  });
}

export async function* numberParts(
  turn: StreamedTurn,
): AsyncGenerator<{ id: number; part: AnswerStreamPart }> {
  const toParts = createPartConverter(turn.conversationId);
  let id = 0;
  for await (const event of turn.events)
    for (const part of toParts(event)) {
      id += 1;
      if (id > turn.receivedParts) yield { id, part };
    }
}
