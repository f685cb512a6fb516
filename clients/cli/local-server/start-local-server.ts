/**
 * Starts a Wherefore server on this machine: builds the Worker, migrates both databases, and runs the Worker behind
 * the front proxy on a loopback port. All its processes form one group that ends with the CLI. The log is `server.log` in
 * the data directory.
 */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { applyMigrations } from './apply-migrations.ts';
import { buildWorker } from './build.ts';
import { CommandError } from '../command-error.ts';
import { endProcessGroup, listDescendants } from './process-tree.ts';
import { proxySecretHeader } from './front/check-request.ts';
import { guardProgram, projectFolder, serveProgram, wranglerEnvironment } from './project-folder.ts';
import { findFreePort } from './ports.ts';
import { portDescriptor, serveEnvironment, type ServeOptions } from './serve-options.ts';
import { lastLogLines, startError, startTimeoutMs, waitUntilHealthy } from './wait-until-healthy.ts';

export interface LocalServerOptions {
  /** 0 selects a free port. */
  readonly port?: number;
  /** Default: the project's `.wrangler/state`, like a plain `wrangler dev`. */
  readonly dataDirectory?: string;
  /** Variables that extend or override those in wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Files of variables that must not appear in process lists. Later files override earlier ones. */
  readonly secretsFiles?: readonly string[];
  /** Limit of each isolate's JavaScript heap in megabytes. Exceeding it ends the server. Default: 512. */
  readonly heapMb?: number;
  /**
   * Opens the runtime's inspector on a loopback port for measurements. Every program on the machine can connect to
   * it.
   */
  readonly hasInspector?: boolean;
  /** Receives progress, one line at a time. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** The pid of the guard, which leads the process group. */
  readonly pid: number;
  readonly dataDirectory: string;
  readonly logFile: string;
  /** Resolves when the server responds. Rejects when it ends first, does not respond, or the start is aborted. */
  readonly ready: Promise<void>;
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>;
  /**
   * Returns the pid of the workerd process that runs the Worker; undefined while it is being replaced, and on systems
   * without `/proc`.
   */
  workerdPid(): number | undefined;
  /** Returns the pids of all workerd processes: the Worker's and the proxy's. */
  workerdPids(): number[];
  /** Runs the scheduled task once, as the cron trigger does in a deployment. Web pages cannot trigger it. */
  runScheduledTask(): Promise<void>;
  /** Stops the server gracefully and waits for it to end. */
  stop(): Promise<void>;
  /** Kills every process of the server at once, like a crash. */
  kill(): Promise<void>;
}

/**
 * Without a limit, V8 lets an isolate's heap grow with the machine's memory, up to several GB. The Worker targets
 * isolates of 128 MB.
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

/**
 * Starts a server and waits only until its port is known. Its `ready` promise reports when it responds or why it does not.
 * @throws CommandError when the port is taken or the server ends before it listens
 */
export async function launchLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const log = options.log ?? (() => undefined);
  const dataDirectory = resolve(options.dataDirectory ?? join(projectFolder, '.wrangler/state'));
  const port = options.port ?? 0;
  await requireFreePort(port);
  // Wrangler requires the folder that it serves the app from.
  mkdirSync(join(projectFolder, 'web/build'), { recursive: true });
  log('Building the Worker and migrating the databases');
  const [worker] = await Promise.all([
    buildWorker(dataDirectory, options.signal),
    applyMigrations(dataDirectory, options.signal),
  ]);
  const logFile = join(dataDirectory, 'server.log');
  log(port === 0 ? 'Starting the server' : `Starting the server on port ${port}`);
  const secret = randomBytes(32).toString('hex');
  const vars = { BUILD: basename(dirname(worker)), ...options.vars };
  const secretsFiles = options.secretsFiles ?? [];
  const hasInspector = options.hasInspector === true;
  const serveOptions = { worker, port, secret, dataDirectory, vars, secretsFiles, hasInspector };
  const child = spawnGuarded(serveOptions, { logFile, heapMb: options.heapMb ?? defaultHeapMb });
  const details = { secret, dataDirectory, logFile, signal: options.signal };
  return createServerHandle(child, { ...details, port: await readPort(child, { ...details, port }) });
}

/** Checks the port before the build, so that a taken one is reported at once. */
async function requireFreePort(requested: number): Promise<void> {
  if ((await findFreePort(requested)) !== undefined) return;
  throw new CommandError('usage', 'port_taken', {
    message: `Port ${requested} is in use, perhaps by another Wherefore.`,
    fix: `Stop the program that uses it, or choose another port: PORT=${requested + 1} npm start`,
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
    stdio: ['pipe', output, output, 'pipe'],
    detached: true,
  });
  closeSync(output);
  return child;
}

/**
 * Reads the front proxy's port. Only the process that listens on it reports it, so it is never the port of another server.
 * @throws CommandError when the process ends first, with the last log lines unless another program has taken the port
 */
async function readPort(
  child: ChildProcess,
  { port, logFile, signal }: Pick<ServerDetails, 'port' | 'logFile' | 'signal'>,
): Promise<number> {
  const timeout = AbortSignal.timeout(startTimeoutMs);
  const lines = createInterface({
    input: child.stdio[portDescriptor] as Readable,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  for await (const line of lines) return Number(line);
  await endProcessGroup({ pid: child.pid ?? 0, ended: whenEnded(child), signal: 'SIGKILL' });
  signal?.throwIfAborted();
  if (timeout.aborted) throw startError('The server did not listen within two minutes.', logFile);
  if (lastLogLines(logFile).includes('EADDRINUSE')) await requireFreePort(port);
  throw startError('The server ended while it was starting.', logFile);
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) settle();
    else child.once('exit', () => settle());
  });
}

interface ServerDetails extends Pick<ServeOptions, 'port' | 'secret' | 'dataDirectory'> {
  readonly logFile: string;
  readonly signal: AbortSignal | undefined;
}

function createServerHandle(
  child: ChildProcess,
  { port, secret, dataDirectory, logFile, signal }: ServerDetails,
): LocalServer {
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const ended = whenEnded(child);
  const ready = waitUntilHealthy({ url, logFile, ended }, signal);
  // A server that is killed during its start must not cause an unhandled rejection.
  ready.catch(() => undefined);
  const listWorkerds = (): ReturnType<typeof listDescendants> =>
    listDescendants(pid).filter(({ command }) => command[0]?.endsWith('workerd') === true);
  return {
    url,
    port,
    pid,
    dataDirectory,
    logFile,
    ready,
    ended,
    workerdPid: () => listWorkerds().find(({ command }) => runsWorker(command))?.pid,
    workerdPids: () => listWorkerds().map((process) => process.pid),
    runScheduledTask: () => runScheduledTask(url, secret),
    stop: () => endProcessGroup({ pid, ended, signal: 'SIGINT' }),
    kill: () => endProcessGroup({ pid, ended, signal: 'SIGKILL' }),
  };
}

/** Whether a workerd process runs the Worker. It listens on a port of its own choice, and wrangler's proxy on a given one. */
function runsWorker(command: readonly string[]): boolean {
  return command.some((word) => word.startsWith('--socket-addr=') && word.endsWith(':0'));
}

/** @throws CommandError when the task fails; the log contains the reason */
async function runScheduledTask(url: string, secret: string): Promise<void> {
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${secret}`, {
    headers: { [proxySecretHeader]: secret },
  });
  const outcome = await response.text();
  if (response.ok && outcome === 'ok') return;
  throw new CommandError('failed', 'scheduled_task_failed', {
    message: `The scheduled task failed with status ${response.status}: ${outcome}`,
    fix: 'Read the server log.',
  });
}
