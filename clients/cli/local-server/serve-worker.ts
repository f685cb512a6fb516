/**
 * Runs the Worker in the local runtime behind the front proxy, as the local server's process. The Worker requires a
 * secret that only this process and its parent process have, so the inner port answers only the front proxy.
 */

import { join } from 'node:path';
import { writeSync } from 'node:fs';
import { startFrontProxy } from './front/start-front.ts';
import { findFreePort } from './ports.ts';
import { projectFolder } from './project-folder.ts';
import { portDescriptor, readServeOptions } from './serve-options.ts';

const options = readServeOptions();
const { port, secret } = options;
const front = await startFrontProxy({ port, secret, log: (line) => console.log(line) });
writeSync(portDescriptor, `${front.port}\n`);
// Loaded only now, because it takes a second.
const { unstable_DevEnv: DevEnv } = await import('wrangler');
const wrangler = new DevEnv();
// Wrangler itself only logs an error, such as that of a taken inner port, at a level that is not shown, and would wait for ever.
wrangler.once('error', failStart);
const plainTextBindings = Object.entries(options.vars).map(([name, value]) => [
  name,
  { type: 'plain_text', value },
]);
const worker = await wrangler.startWorker({
  config: join(projectFolder, 'wrangler.toml'),
  entrypoint: options.worker,
  env: '',
  envFiles: [...options.secretsFiles],
  build: { bundle: false },
  bindings: {
    ...Object.fromEntries(plainTextBindings),
    FRONT_SECRET: { type: 'secret_text', value: secret },
  },
  dev: {
    server: { hostname: '127.0.0.1', port: await findFreePort(0) },
    // The inspector accepts every program and page on the machine, so only measurements enable it.
    inspector: options.hasInspector ? { port: 0 } : false,
    persist: options.dataDirectory,
    watch: false,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void worker.dispose().finally(() => process.exit(0)));
front.forwardTo(Number((await worker.url).port));
wrangler.off('error', failStart);

function failStart(cause: unknown): void {
  console.error('The local runtime did not start:', cause instanceof Error ? cause.message : cause);
  process.exit(1);
}
