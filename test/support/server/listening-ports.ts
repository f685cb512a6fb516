/** Reads the TCP ports that a process listens on from `/proc` (proc(5): state 0A is listening). Linux only. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

export function findListeningPorts(pid: number): number[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`)));
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === listening && sockets.has(`socket:[${columns[9]}]`))
    .map((columns) => Number.parseInt(columns[1]?.split(':')[1] ?? '', 16));
}

/** Reads a link. Returns an empty string if the descriptor was closed in the meantime. */
function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
