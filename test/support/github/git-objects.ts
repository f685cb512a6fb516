/**
 * Reads objects of a git repository from one persistent `git cat-file --batch` process, since starting a process costs more than reading an
 * object. The process starts at the first read and restarts if it ended. It does not keep Node alive while no read is pending.
 */

import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

export interface GitObject {
  readonly sha: string;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly content: Buffer;
}

export interface GitObjects {
  /** Reads an object by its hash, a ref or an expression such as `HEAD:README.md`. Returns undefined if git finds none. */
  read(name: string): Promise<GitObject | undefined>;
  /** Ends the process; pending reads return undefined. */
  close(): void;
}

type Resolve = (object: GitObject | undefined) => void;

interface RunningProcess {
  readonly child: ChildProcess;
  /** Pending reads in the order of their requests, which is the order of git's answers. */
  readonly waiting: Resolve[];
}

/** @param start starts `git cat-file --batch` with pipes for its input and output */
export function createGitObjects(start: () => ChildProcess): GitObjects {
  let running: RunningProcess | undefined;
  const startProcess = (): RunningProcess => {
    const started: RunningProcess = { child: start(), waiting: [] };
    const { child, waiting } = started;
    const end = (): void => {
      if (running === started) running = undefined;
      for (const resolve of waiting.splice(0)) resolve(undefined);
    };
    child.on('error', end).on('close', end);
    child.stdin?.on('error', () => undefined);
    const onData = readBatch((object) => {
      waiting.shift()?.(object);
      if (waiting.length === 0) keepAlive(child, false);
    });
    child.stdout?.on('data', onData);
    return started;
  };
  return {
    read(name) {
      // Each line is a request, so a name with a line break would be two requests.
      if (name === '' || name.includes('\n')) return Promise.resolve(undefined);
      const { child, waiting } = (running ??= startProcess());
      return new Promise((settle) => {
        if (waiting.push(settle) === 1) keepAlive(child, true);
        child.stdin?.write(`${name}\n`);
      });
    },
    close() {
      running?.child.kill();
    },
  };
}

function keepAlive(child: ChildProcess, isPending: boolean): void {
  for (const handle of [child, child.stdin, child.stdout])
    if (handle === child || handle instanceof Socket) (isPending ? handle.ref : handle.unref).call(handle);
}

/** Parses git's answers. Each is a line `<sha> <type> <bytes>`, the content and a line break, or one line that states why the object is missing. */
function readBatch(resolve: Resolve): (piece: Buffer) => void {
  let line: Buffer = Buffer.alloc(0);
  let object: (Omit<GitObject, 'content'> & { readonly pieces: Buffer[] }) | undefined;
  /** Number of bytes of the content and its line break that have not arrived yet. */
  let missing = 0;
  const readLine = (rest: Buffer): Buffer => {
    const end = rest.indexOf(10);
    line = Buffer.concat([line, end === -1 ? rest : rest.subarray(0, end)]);
    if (end === -1) return rest.subarray(rest.length);
    const [, sha = '', type, bytes] = batchHeader.exec(line.toString('utf8')) ?? [];
    line = Buffer.alloc(0);
    missing = Number(bytes) + 1;
    if (type === 'blob' || type === 'tree' || type === 'commit' || type === 'tag')
      object = { sha, type, pieces: [] };
    else resolve(undefined);
    return rest.subarray(end + 1);
  };
  return (piece) => {
    let rest = piece;
    while (rest.length > 0) {
      if (object === undefined) {
        rest = readLine(rest);
        continue;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      object.pieces.push(part);
      if (missing > 0) continue;
      const { pieces, ...header } = object;
      object = undefined;
      resolve({ ...header, content: Buffer.concat(pieces).subarray(0, -1) });
    }
  };
}

const batchHeader = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;
