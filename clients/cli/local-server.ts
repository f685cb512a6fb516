/**
 * Starts a Wherefore server on this machine: builds the Worker, migrates both databases, and runs the Worker behind its
 * front on a loopback port. Its processes are one group that ends together, and with us; its log is `server.log` in the data directory.
 */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { applyMigrations } from './apply-migrations.ts';
import { buildWorker } from './build-worker.ts';
import { CommandError } from './command-error.ts';
import { endProcessGroup } from './end-process-group.ts';
import { descendantsOf } from './process-tree.ts';
import { frontSecretHeader } from './front/check-request.ts';
import { guardProgram, projectFolder, serveProgram, wranglerEnvironment } from './project-folder.ts';
import { reservePort } from './reserve-port.ts';
import { serveEnvironment, type ServeOptions } from './serve-options.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

export interface LocalServerOptions {
  /** 0 finds a free one. */
  readonly port?: number;
  /** Default: `.wrangler/state` of the project, where a plain `wrangler dev` looks too. */
  readonly dataDirectory?: string;
  /** Variables beside or instead of those in wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Files of variables that are not to be seen among the processes of the machine; a later one has the last word. */
  readonly secretsFiles?: readonly string[];
  /** Bound of each isolate's JavaScript heap in megabytes. An isolate that needs more ends the server. Default: 512. */
  readonly heapMb?: number;
  /** Opens the runtime's inspector on a loopback port of its own choice, for measuring. Every program on the machine can use it. */
  readonly hasInspector?: boolean;
  /** Told what is being done, a line at a time. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** Of the guard, which leads the process group. */
  readonly pid: number;
  readonly dataDirectory: string;
  readonly logFile: string;
  /** Settled when it answers; rejected when it ends before that, stays silent, or the start is called off. */
  readonly ready: Promise<void>;
  /** Settled when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** The workerd process that runs the Worker; undefined while it is being replaced, and where there is no `/proc`. */
  workerdPid(): number | undefined;
  /** Every workerd process: the Worker's and the proxy's before it. */
  workerdPids(): number[];
  /** Runs the scheduled task once, as the clock does in a deployment. No web page can. */
  runScheduledTask(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends every process of it at once, as a crash would. */
  kill(): Promise<void>;
}

/**
 * V8 lets the heap of an isolate grow with the memory of the machine before it collects garbage, up to some GB. The Worker is written
 * for isolates of 128 MB.
 */
export const defaultHeapMb = 512;

/** @throws CommandError when the port is taken or the server does not start, with the last lines of its log. */
export async function startLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const server = await launchLocalServer(options);
  try {
    await server.ready;
  } catch (thrown) {
    await server.kill();
    throw thrown;
  }
  return server;
}

/** The same without waiting for it: `ready` tells when it answers, or why it does not. */
export async function launchLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const log = options.log ?? (() => undefined);
  const dataDirectory = resolve(options.dataDirectory ?? join(projectFolder, '.wrangler/state'));
  const port = await freePort(options.port ?? 0);
  // Wrangler refuses to build or start without the folder it serves the app from.
  mkdirSync(join(projectFolder, 'web/build'), { recursive: true });
  log('Building the Worker and bringing the databases up to date');
  const [worker] = await Promise.all([
    buildWorker(dataDirectory, options.signal),
    applyMigrations(dataDirectory, options.signal),
  ]);
  const logFile = join(dataDirectory, 'server.log');
  log(`Starting the server on port ${port}`);
  const secret = randomBytes(32).toString('hex');
  const vars = { BUILD: basename(dirname(worker)), ...options.vars };
  const secretsFiles = options.secretsFiles ?? [];
  const addresses = { port, innerPort: await freePort(0), secret };
  const hasInspector = options.hasInspector === true;
  const served = { worker, ...addresses, dataDirectory, vars, secretsFiles, hasInspector };
  const child = spawnGuarded(served, { logFile, heapMb: options.heapMb ?? defaultHeapMb });
  return describeServer(child, { ...addresses, dataDirectory, logFile, signal: options.signal });
}

async function freePort(wanted: number): Promise<number> {
  const port = await reservePort(wanted);
  if (port !== undefined) return port;
  throw new CommandError('usage', 'port_taken', {
    message: `Port ${wanted} is in use, perhaps by another Wherefore.`,
    fix: `End what uses it, or choose another: PORT=${wanted + 1} npm start`,
  });
}

function spawnGuarded(
  options: ServeOptions,
  { logFile, heapMb }: { readonly logFile: string; readonly heapMb: number },
): ChildProcess {
  const output = openSync(logFile, 'a');
  const child = spawn(process.execPath, [guardProgram, '--no-warnings', serveProgram], {
    cwd: projectFolder,
    env: {
      ...wranglerEnvironment(options.dataDirectory),
      ...serveEnvironment(options),
      MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${heapMb}`,
    },
    stdio: ['pipe', output, output],
    detached: true,
  });
  closeSync(output);
  return child;
}

function describeServer(
  child: ChildProcess,
  start: Pick<ServeOptions, 'port' | 'innerPort' | 'secret' | 'dataDirectory'> & {
    readonly logFile: string;
    readonly signal: AbortSignal | undefined;
  },
): LocalServer {
  const { port, innerPort, secret, dataDirectory, logFile, signal } = start;
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const ready = waitUntilHealthy({ url, logFile, ended }, signal);
  // Whoever kills it while it starts has no use for hearing that it did not.
  ready.catch(() => undefined);
  const workerds = (): ReturnType<typeof descendantsOf> =>
    descendantsOf(pid).filter(({ command }) => command[0]?.endsWith('workerd') === true);
  const isProxy = (command: readonly string[]): boolean =>
    command.some((word) => word.endsWith(`:${innerPort}`));
  return {
    url,
    port,
    pid,
    dataDirectory,
    logFile,
    ready,
    ended,
    workerdPid: () => workerds().find(({ command }) => !isProxy(command))?.pid,
    workerdPids: () => workerds().map((process) => process.pid),
    runScheduledTask: () => runScheduledTask(url, secret),
    stop: () => endProcessGroup({ pid, ended, signal: 'SIGINT' }),
    kill: () => endProcessGroup({ pid, ended, signal: 'SIGKILL' }),
  };
}

/** @throws CommandError when the task fails; its reason is in the log. */
async function runScheduledTask(url: string, secret: string): Promise<void> {
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${secret}`, {
    headers: { [frontSecretHeader]: secret },
  });
  const outcome = await response.text();
  if (response.ok && outcome === 'ok') return;
  throw new CommandError('failed', 'scheduled_task_failed', {
    message: `The scheduled task failed with status ${response.status}: ${outcome}`,
    fix: 'Read the log of the server.',
  });
}
