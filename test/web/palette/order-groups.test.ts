/** Enter in the palette opens the entry whose name was typed, and asks only text that reads like a question. */
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

function orderedLabels(typedText: string, isSearching = false): string[] {
  const orderedGroups = orderGroups(groups, { typedText, ask, isSearching });
  return orderedGroups.flatMap(({ entries }) => entries.map(({ label }) => label));
}

test.each([
  ['layer.js', 'layer.js'],
  ['lib/router/lay', 'layer.js'],
  ['LAYER', 'Route.layer'],
  ['new chat', 'New chat'],
  ['new ch', 'New chat'],
  ['where are the tides?', 'Where are the tides?'],
  ['Ask', 'Route.layer'],
])('for %j, lists the entry %j first and the question last', (typedText, first) => {
  const labels = orderedLabels(typedText);
  expect(labels[0]).toBe(first);
  expect(labels.at(-1)).toBe('Ask');
});

test.each(['Who reads the tides?', 'why?', 'how does it begin'])('lists the question %j first', (typedText) =>
  expect(orderedLabels(typedText)[0]).toBe('Ask'),
);

test.each(['satellite', 'show the sidebar', 'satellite dish'])(
  'lists the question last if %j does not read like one',
  (typedText) => expect(orderedLabels(typedText).at(-1)).toBe('Ask'),
);

test('offers to ask during a search only if the text reads like a question', () => {
  expect(orderedLabels('satellite', true)).not.toContain('Ask');
  expect(orderedLabels('why?', true)[0]).toBe('Ask');
});

test('keeps the order and does not offer to ask while nothing is typed', () =>
  expect(orderedLabels(' ')).toEqual(groups.flatMap(({ entries }) => entries.map(({ label }) => label))));
