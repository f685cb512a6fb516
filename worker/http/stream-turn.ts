/** A turn as server-sent events: its parts, each with its number in the turn, from where the reader left off. */

import type { Context as HonoContext } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AnswerStreamPart } from '../contract/answer-stream.ts';
import type { TurnEvent } from '../core/conversation.ts';
import type { Context } from './app.ts';
import { createPartMaker } from './answer-parts.ts';
import { problemOf } from './on-error.ts';

interface StreamedTurn {
  readonly conversationId: string;
  /** From the turn's first. */
  readonly events: AsyncIterable<TurnEvent>;
  /** Parts the reader has. */
  readonly after: number;
}

export function streamTurn(context: HonoContext<Context>, turn: StreamedTurn): Response {
  return streamParts(context, numbered(turn));
}

/** Parts with their numbers; without where they are no part of a turn, and cannot be followed again. */
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
        const numberOf = id === undefined ? {} : { id: String(id) };
        await stream.writeSSE({ ...numberOf, data: JSON.stringify(part) });
      }
    } catch (thrown) {
      // Not numbered: it is of this connection, not of the turn, which may be rejoined. The framework would tell its insides.
      const errorText = JSON.stringify(problemOf(thrown, context));
      await stream.writeSSE({
        data: JSON.stringify({ type: 'error', errorText } satisfies AnswerStreamPart),
      });
    }
    await stream.writeSSE({ data: '[DONE]' });
  });
}

export async function* numbered(turn: StreamedTurn): AsyncGenerator<{ id: number; part: AnswerStreamPart }> {
  const partsOf = createPartMaker(turn.conversationId);
  let id = 0;
  for await (const event of turn.events)
    for (const part of partsOf(event)) {
      id += 1;
      if (id > turn.after) yield { id, part };
    }
}
