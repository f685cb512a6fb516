/** Fails a test if a route reports an error code that the contract does not list for it. The server logs such a code. */

import { afterEach } from 'vitest';

const undeclared: string[] = [];

// Every test of the routes in this process logs here. Tests that replace the console restore it.
const log = console.error.bind(console);
console.error = (...values: unknown[]) => {
  const [line] = values;
  if (typeof line === 'string' && line.includes('"event":"undeclared problem"')) undeclared.push(line);
  log(...values);
};

afterEach(() => {
  const found = undeclared.splice(0);
  if (found.length > 0) throw new Error(`Add the code to x-errors of the route: ${found.join(' ')}`);
});
