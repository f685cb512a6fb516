import { expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const make = ['/clones/tool', '/clones/my other'];
const out = 'tool.jsonl';

it('names the set and where each clone lies, quoted where a shell would take it apart', () => {
  expect(nextStep({ make, out })).toBe(
    "Evaluate it:\n  npm run -s eval -- --set tool.jsonl --repositories /clones/tool --repositories '/clones/my other'",
  );
});

it('keeps the data folder and the server, so that nothing is indexed twice', () => {
  const told = nextStep({ make: ['/c'], out, data: "it's here", server: 'http://127.0.0.1:8787' });
  expect(told).toContain(String.raw`--data 'it'\''s here' --server http://127.0.0.1:8787`);
});

it('says what to do with a set that went to the terminal', () => {
  expect(nextStep({ make })).toMatch(/cases\.jsonl, then evaluate it:\n {2}npm .* --set cases\.jsonl /);
});
