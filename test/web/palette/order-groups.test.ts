/** Enter in the palette opens the named entry, and asks only what reads like a question. */
import { expect, test } from 'vitest';
import { orderGroups } from '../../../web/src/lib/features/palette/order-groups.ts';
import type { PaletteGroup } from '../../../web/src/lib/features/palette/palette-entry.ts';

const entry = (label: string, detail = '', icon: 'file' | 'symbol' | 'chat' | 'add' = 'chat') => ({
  id: label,
  label,
  detail,
  icon,
  to: '/',
});
const groups: readonly PaletteGroup[] = [
  {
    heading: 'Symbols',
    entries: [entry('Route.layer', 'method', 'symbol'), entry('Layer', 'class', 'symbol')],
  },
  {
    heading: 'Files',
    entries: [entry('old-layer.js', 'lib', 'file'), entry('layer.js', 'lib/router', 'file')],
  },
  {
    heading: 'Actions',
    entries: [entry('New chat', '', 'add'), entry('Show or hide the sidebar', '', 'add')],
  },
  { heading: 'Conversations', entries: [entry('Where are the tides?', 'harbour')] },
  { heading: 'Empty', entries: [] },
];
const ask: PaletteGroup = { heading: 'Ask', entries: [entry('Ask')] };

function order(typed: string, busy = false): string[] {
  const ordered = orderGroups(groups, { typed, ask, busy });
  return ordered.flatMap(({ entries }) => entries.map(({ label }) => label));
}

test.each([
  ['layer.js', 'layer.js'],
  ['lib/router/lay', 'layer.js'],
  ['LAYER', 'Route.layer'],
  ['new chat', 'New chat'],
  ['new ch', 'New chat'],
  ['where are the tides?', 'Where are the tides?'],
  ['Ask', 'Route.layer'],
])('what is called %j comes first, to ask it last', (typed, first) => {
  const ordered = order(typed);
  expect(ordered[0]).toBe(first);
  expect(ordered.at(-1)).toBe('Ask');
});

test.each(['Who reads the tides?', 'why?', 'how does it begin'])('%j is asked', (typed) =>
  expect(order(typed)[0]).toBe('Ask'),
);

test.each(['satellite', 'show the sidebar', 'satellite dish'])('%j does not read as a question', (typed) =>
  expect(order(typed).at(-1)).toBe('Ask'),
);

test('asks a question, but not a name that is still being searched', () => {
  expect(order('satellite', true)).not.toContain('Ask');
  expect(order('why?', true)[0]).toBe('Ask');
});

test('keeps the order and offers no question while nothing is typed', () =>
  expect(order(' ')).toEqual(groups.flatMap(({ entries }) => entries.map(({ label }) => label))));
