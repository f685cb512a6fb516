/**
 * Stands between us and a server we started: leads its process group and ends the whole of it when we are gone, however
 * we ended. We are gone when the pipe that is its stdin closes. Arguments: the program's own, for this Node.
 */

import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });

process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
child.once('exit', (code) => process.exit(code ?? 1));
