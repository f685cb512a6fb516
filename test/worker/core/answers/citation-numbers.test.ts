import { expect, it } from 'vitest';
import { createCitationNumbers } from '../../../../worker/core/answers/citation-numbers.ts';

it('numbers sources in the order of their first citation, in all texts together', () => {
  const numbers = createCitationNumbers((id) => id !== 'e9');
  expect(numbers.apply('Two [chunk:e2][chunk:e1], again [chunk:e2].')).toBe('Two [1][2], again [1].');
  expect(numbers.apply('Next [chunk:e3], unknown [chunk:e9].')).toBe('Next [3], unknown [chunk:e9].');
  expect(numbers.ids()).toEqual(['e2', 'e1', 'e3']);
});

it('counts nothing in code', () => {
  const numbers = createCitationNumbers(() => true);
  const code = '```ts\nconst a = "[chunk:e1]";\n```';
  expect(numbers.apply(`\`[chunk:e1]\`\n${code}\n[chunk:e2]`)).toBe(`\`[chunk:e1]\`\n${code}\n[1]`);
});
