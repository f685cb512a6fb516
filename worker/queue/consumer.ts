/** Queue messages to parts of jobs, and to jobs that fetch a past. A part that fails has been given back; its message is retried after a pause. */

import { toAppError } from '../core/errors.ts';
import { runPart } from '../flows/index-repository.ts';
import { runHostHistory } from '../flows/run-host-history.ts';
import type { PartKey } from '../flows/part.ts';
import type { Services } from '../flows/services.ts';

/** A part of a job, or a job that fetches a past. */
export type Wake = PartKey | { readonly history: Parameters<typeof runHostHistory>[1] };

const retryDelaySeconds = 2;

export async function consumeParts(batch: MessageBatch<Wake>, services: Services): Promise<void> {
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

function log(event: string, wake: Wake, facts: Record<string, unknown>): void {
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.log(JSON.stringify({ event, ...wake, ...facts }));
}
