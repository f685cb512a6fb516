/**
 * Starts a Wherefore server on this machine: builds the Worker, migrates both databases, and runs the Worker behind
 * the front proxy on a loopback port. All its processes form one group that ends with the CLI. The log is `server.log` in
 * the data directory.
 */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { buildOnce, hashFiles } from './build-once.ts';
import { buildWorker } from './build.ts';
import { CommandError } from '../command-error.ts';
import { endProcessGroup, listDescendants } from './process-tree.ts';
import { proxySecretHeader } from './front/check-request.ts';
import {
  guardProgram,
  projectFolder,
  runProgram,
  serveProgram,
  wranglerEnvironment,
  wranglerProgram,
} from './project-folder.ts';
import { reservePort } from './reserve-port.ts';
import { serveEnvironment, type ServeOptions } from './serve-options.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

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

/** Starts a server without waiting for it. Its `ready` promise reports when it responds or why it does not. */
export async function launchLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const log = options.log ?? (() => undefined);
  const dataDirectory = resolve(options.dataDirectory ?? join(projectFolder, '.wrangler/state'));
  const port = await findFreePort(options.port ?? 0);
  // Wrangler requires the folder that it serves the app from.
  mkdirSync(join(projectFolder, 'web/build'), { recursive: true });
  log('Building the Worker and migrating the databases');
  const [worker] = await Promise.all([
    buildWorker(dataDirectory, options.signal),
    applyMigrations(dataDirectory, options.signal),
  ]);
  const logFile = join(dataDirectory, 'server.log');
  log(`Starting the server on port ${port}`);
  const secret = randomBytes(32).toString('hex');
  const vars = { BUILD: basename(dirname(worker)), ...options.vars };
  const secretsFiles = options.secretsFiles ?? [];
  const addresses = { port, innerPort: await findFreePort(0), secret };
  const hasInspector = options.hasInspector === true;
  const serveOptions = { worker, ...addresses, dataDirectory, vars, secretsFiles, hasInspector };
  const child = spawnGuarded(serveOptions, { logFile, heapMb: options.heapMb ?? defaultHeapMb });
  return createServerHandle(child, { ...addresses, dataDirectory, logFile, signal: options.signal });
}

async function findFreePort(requested: number): Promise<number> {
  const port = await reservePort(requested);
  if (port !== undefined) return port;
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
    stdio: ['pipe', output, output],
    detached: true,
  });
  closeSync(output);
  return child;
}

function createServerHandle(
  child: ChildProcess,
  details: Pick<ServeOptions, 'port' | 'innerPort' | 'secret' | 'dataDirectory'> & {
    readonly logFile: string;
    readonly signal: AbortSignal | undefined;
  },
): LocalServer {
  const { port, innerPort, secret, dataDirectory, logFile, signal } = details;
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const ready = waitUntilHealthy({ url, logFile, ended }, signal);
  // A server that is killed during its start must not cause an unhandled rejection.
  ready.catch(() => undefined);
  const listWorkerds = (): ReturnType<typeof listDescendants> =>
    listDescendants(pid).filter(({ command }) => command[0]?.endsWith('workerd') === true);
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
    workerdPid: () => listWorkerds().find(({ command }) => !isProxy(command))?.pid,
    workerdPids: () => listWorkerds().map((process) => process.pid),
    runScheduledTask: () => runScheduledTask(url, secret),
    stop: () => endProcessGroup({ pid, ended, signal: 'SIGINT' }),
    kill: () => endProcessGroup({ pid, ended, signal: 'SIGKILL' }),
  };
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

/** Database bindings of the default environment in wrangler.toml. */
const bindingPattern = /^\[\[d1_databases\]\]\s+binding = "(\w+)"/gm;
const migrationSources = ['migrations', 'wrangler.toml', 'package-lock.json'];

/**
 * Applies migrations to both local databases. A new data directory gets a copy of prebuilt empty databases. A stamp file
 * records the hash of the applied migrations, so a start without new migrations spawns no process. @throws CommandError
 * with wrangler's output when a migration fails. The database is then unchanged.
 */
async function applyMigrations(dataDirectory: string, signal?: AbortSignal): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true });
  const stamp = join(dataDirectory, 'migrations.sha256');
  const currentHash = hashFiles(projectFolder, migrationSources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return;
  if (existsSync(join(dataDirectory, 'v3/d1'))) await applyAll(dataDirectory, signal);
  else cpSync(join(await buildEmptyDatabases(signal), 'v3'), join(dataDirectory, 'v3'), { recursive: true });
  writeFileSync(stamp, currentHash);
}

async function buildEmptyDatabases(signal: AbortSignal | undefined): Promise<string> {
  return buildOnce({
    kind: 'empty-databases',
    sources: migrationSources,
    make: (folder) => applyAll(folder, signal),
  });
}

/** Migrates one database at a time, because two runtimes on one directory block each other. */
async function applyAll(dataDirectory: string, signal: AbortSignal | undefined): Promise<void> {
  const settings = readFileSync(join(projectFolder, 'wrangler.toml'), 'utf8');
  for (const [, binding = ''] of settings.matchAll(bindingPattern)) {
    const targetOptions = ['--env=', '--local', '--persist-to', dataDirectory];
    const args = [wranglerProgram, 'd1', 'migrations', 'apply', binding, ...targetOptions];
    await runProgram(
      { args, environment: wranglerEnvironment(dataDirectory), signal },
      {
        code: 'migration_failed',
        message: `The migrations of database ${binding} failed:`,
        fix: `Fix the migration that the output names, or move ${dataDirectory} away to start over.`,
      },
    );
  }
}
