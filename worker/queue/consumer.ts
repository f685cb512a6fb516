/** Consumes queue messages: runs parts of jobs, and jobs that fetch history. The message of a failed part is retried after a delay. */

import { toAppError } from '../core/errors.ts';
import { runPart } from '../flows/indexing/run-job.ts';
import { runHostHistory } from '../flows/host-history/run-host-history.ts';
import type { QueueMessage } from '../flows/indexing/stage-part.ts';
import type { Services } from '../flows/services.ts';

const retryDelaySeconds = 2;

export async function consumeMessages(batch: MessageBatch<QueueMessage>, services: Services): Promise<void> {
  for (const message of batch.messages) {
    const startedAt = Date.now();
    try {
      if ('history' in message.body) await runHostHistory(services, message.body.history);
      else await runPart(services, message.body);
      message.ack();
      log('part done', message.body, { ms: Date.now() - startedAt });
    } catch (thrown) {
      const error = toAppError(thrown);
      message.retry({ delaySeconds: retryDelaySeconds });
      log('part failed', message.body, {
        ms: Date.now() - startedAt,
        code: error.code,
        error: error.message,
        stack: error.stack,
      });
    }
  }
}

function log(event: string, body: QueueMessage, facts: Record<string, unknown>): void {
  // oxlint-disable-next-line no-console -- the console writes to the platform's structured log
  console.log(JSON.stringify({ event, ...body, ...facts }));
}
