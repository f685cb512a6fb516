/**
 * Runs between the CLI and a server it started. The guard leads the server's process group and kills the whole group
 * when the CLI is gone, however it ended: its stdin is a pipe that closes then. Arguments: those of the program, for
 * this Node.
 */

import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });

process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
child.once('exit', (code) => process.exit(code ?? 1));
