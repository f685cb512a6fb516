/** The Worker's entry point: requests, queue messages, scheduled tasks and Durable Objects. */

import { runScheduledTasks } from './flows/repositories/run-scheduled-tasks.ts';
import type { QueueMessage } from './flows/indexing/stage-part.ts';
import { createApp } from './http/app.ts';
import { guardSchedule } from './http/request/guard-request.ts';
import { ConversationObject } from './objects/conversation.ts';
import { JobObject } from './objects/job.ts';
import { LimitObject } from './objects/limit.ts';
import { QuotaObject } from './objects/quota.ts';
import { VectorShardObject } from './objects/vector-shard.ts';
import { consumeMessages } from './queue/consumer.ts';
import { compose } from './runtime/compose.ts';
import type { Environment } from './runtime/environment.ts';

const app = createApp<Environment>((environment) => compose(environment));

export default {
  fetch: (request, environment, context) => app.fetch(request, environment, context),
  queue: (batch, environment) => consumeMessages(batch, compose(environment).services),
  scheduled: async ({ cron }, environment) => {
    const { config, services } = compose(environment);
    guardSchedule(cron, config);
    await runScheduledTasks(services);
  },
} satisfies ExportedHandler<Environment, QueueMessage>;

export { ConversationObject, JobObject, LimitObject, QuotaObject, VectorShardObject };
