#!/usr/bin/env node
/**
 * Starts the command line. The source is TypeScript, which Node runs directly since 22.18. An older Node delegates to
 * the Node installed with the project, or prints what to install.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const bundledNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  // Compiled modules are kept in the system's temporary folder, which starts later commands in less than half the time.
  module.enableCompileCache?.();
  await import('./main.ts');
} else if (existsSync(bundledNode)) {
  const child = spawn(bundledNode, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
} else {
  const versionMessage = `This is Node ${process.versions.node}; Wherefore needs 22.18 or newer.`;
  process.stderr.write(
    `${versionMessage} Run \`npm ci\` in the project folder, which installs Node on Linux, or install Node 24.\n`,
  );
  process.exitCode = 2;
}
