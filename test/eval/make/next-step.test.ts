import { expect, it } from 'vitest';
import { formatNextStep } from './next-step.ts';

const clones = ['/clones/tool', '/clones/my other'];
const out = 'tool.jsonl';

it('prints the command with the set and each clone, quoted where the shell requires it', () => {
  expect(formatNextStep({ make: clones, out })).toBe(
    "Evaluate it:\n  npm run -s eval -- --set tool.jsonl --repositories /clones/tool --repositories '/clones/my other'",
  );
});

it('includes the data folder and the server', () => {
  const step = formatNextStep({ make: ['/c'], out, data: "it's here", server: 'http://127.0.0.1:8787' });
  expect(step).toContain(String.raw`--data 'it'\''s here' --server http://127.0.0.1:8787`);
});

it('explains how to save a set that was printed instead of written', () => {
  expect(formatNextStep({ make: clones })).toMatch(
    /cases\.jsonl, then evaluate it:\n {2}npm .* --set cases\.jsonl /,
  );
});
