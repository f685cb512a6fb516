/** The Worker: requests, queue messages, the clock's call and the objects, wired to what answers them. */

import { everyTenMinutes } from './flows/every-ten-minutes.ts';
import type { PartKey } from './flows/part.ts';
import { createApp } from './http/app.ts';
import { guardSchedule } from './http/guard-front.ts';
import { ConversationObject } from './objects/conversation.ts';
import { JobObject } from './objects/job.ts';
import { QuotaObject } from './objects/quota.ts';
import { VectorShardObject } from './objects/vector-shard.ts';
import { consumeParts } from './queue/consumer.ts';
import { compose } from './runtime/compose.ts';
import type { Environment } from './runtime/environment.ts';

const app = createApp<Environment>((environment) => compose(environment));

export default {
  fetch: (request, environment, context) => app.fetch(request, environment, context),
  queue: (batch, environment) => consumeParts(batch, compose(environment).services),
  scheduled: async ({ cron }, environment) => {
    const { config, services } = compose(environment);
    guardSchedule(cron, config);
    await everyTenMinutes(services);
  },
} satisfies ExportedHandler<Environment, PartKey>;

export { ConversationObject, JobObject, QuotaObject, VectorShardObject };
