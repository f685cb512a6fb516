/**
 * Runs between the CLI and a server that it started. The guard leads the server's process group. Its stdin is a pipe
 * that closes when the CLI ends for any reason; the guard then kills the whole group. Its arguments are those of the
 * program, which it runs with this Node. The program inherits descriptor 3, on which it reports its port.
 */

import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'inherit', 'inherit'],
});

process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
child.once('exit', (code) => process.exit(code ?? 1));
