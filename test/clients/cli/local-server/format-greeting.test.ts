import { describe, expect, it } from 'vitest';
import { formatGreeting } from '../../../../clients/cli/local-server/format-greeting.ts';

const server = { url: 'http://127.0.0.1:9540', dataDirectory: '/data', logFile: '/data/log' };

describe('the greeting of a started server', () => {
  it('shows a command that works as it is in open mode', () => {
    const text = formatGreeting(server, { isEmpty: true, mode: 'open' });
    expect(text).toContain(
      'Index a folder: WHEREFORE_URL=http://127.0.0.1:9540 npx wherefore index <folder>',
    );
    expect(text).not.toContain('WHEREFORE_KEY');
  });

  it.each([true, false])('says in hosted mode that commands need a key (empty: %s)', (isEmpty) => {
    const text = formatGreeting(server, { isEmpty, mode: 'hosted' });
    expect(text).toContain('Commands need a key');
    expect(text).toContain('WHEREFORE_KEY=wf_… WHEREFORE_URL=http://127.0.0.1:9540 npx wherefore');
  });
});
