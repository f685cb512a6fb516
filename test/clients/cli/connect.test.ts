import { expect, test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { formatCommandLine } from '../../../clients/cli/connect.ts';

const defaultUrl = 'http://127.0.0.1:8787';

test('prints WHEREFORE_URL only if the server is not the default', () => {
  const words = ['ask', 'acme/tool'];
  expect(formatCommandLine(defaultUrl, words)).toBe('npx wherefore ask acme/tool');
  expect(formatCommandLine('http://127.0.0.1:8790', words)).toBe(
    'WHEREFORE_URL=http://127.0.0.1:8790 npx wherefore ask acme/tool',
  );
});

test.each(['my tool', "it's", '$HOME', 'a;b', '', '"', 'a\\b', 'größe'])(
  'quotes %j so that a shell reads it unchanged',
  (name) => {
    const line = formatCommandLine(defaultUrl, ['ask', name]).replace(
      'npx wherefore ask',
      String.raw`printf %s`,
    );
    expect(execFileSync('sh', ['-c', line]).toString()).toBe(name);
  },
);
