/** The command contains the server's URL unless the server is the default. */
import { expect, test } from 'vitest';
import { indexCommand } from '../../../web/src/lib/features/repositories/index-command.ts';

test.each([
  ['http://127.0.0.1:8787', 'npx wherefore index .'],
  ['http://localhost:8787', 'npx wherefore index .'],
  ['http://127.0.0.1:8951', 'WHEREFORE_URL=http://127.0.0.1:8951 npx wherefore index .'],
  ['http://[::1]:8787', "WHEREFORE_URL='http://[::1]:8787' npx wherefore index ."],
])('for a page of %s, returns `%s`', (origin, command) => {
  expect(indexCommand(origin, '.')).toBe(command);
});
