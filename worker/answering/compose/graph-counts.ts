/** Words for the counts of a graph answer: how many results there are, where they are, and how many are indirect or elsewhere. */

import type { GraphMaterial, ResultFilter } from './graph-material.ts';
import { describeFilter, formatCount, roleWords, type wordings } from './graph-wording.ts';

/** "has 4 direct callers, at 6 places in 3 files: 3 in code, 1 in tests · 27 indirect". */
export function describeGraphCounts(
  material: GraphMaterial,
  describe: (typeof wordings)['callers']['describe'],
): string {
  const { items, counts, isCut, narrowing } = material;
  const count = (noun: string): string => formatCount(counts.get(noun) ?? 0, noun);
  const atLeast = isCut ? 'at least ' : '';
  const indirect = counts.get('indirect');
  const direct = items.filter(({ distance }) => distance <= 1);
  const isPlaceEach = counts.get('place') === new Set(direct.map(({ node }) => node.id)).size;
  const predicate = describe({
    count,
    atLeast,
    direct: indirect === undefined ? '' : 'direct ',
    places: isPlaceEach ? '' : `, at ${count('place')} in ${count('file')}`,
  });
  const filter = narrowing === undefined ? '' : ` ${describeFilterBriefly(narrowing)}`;
  const isIncoming = !items.some(({ isOutgoing }) => isOutgoing);
  const roles = Object.values(roleWords).filter((role) => (counts.get(role) ?? 0) > 0);
  const byRole =
    !isIncoming || narrowing?.only === 'tests' || (roles.length === 1 && roles[0] === roleWords.source)
      ? ''
      : `: ${roles.map((role) => `${(counts.get(role) ?? 0).toLocaleString('en-US')} ${role}`).join(', ')}`;
  const farther = indirect === undefined ? '' : ` · ${atLeast}${describeIndirect(material, indirect)}`;
  return `${predicate}${filter}${byRole}${farther}`;
}

/** "27 indirect: 9 at distance 2, 18 at distance 3". */
function describeIndirect({ counts }: GraphMaterial, indirect: number): string {
  const distances = [...counts].filter(([noun]) => noun.startsWith('at distance'));
  const each = distances.map(([noun, number]) => `${number.toLocaleString('en-US')} ${noun}`);
  return `${indirect.toLocaleString('en-US')} indirect${each.length > 1 ? `: ${each.join(', ')}` : ''}`;
}

/** States the filter of an empty result, because results may exist elsewhere. */
export function describeResultsElsewhere({ narrowing, counts, isCut }: GraphMaterial): string {
  if (narrowing === undefined) return '';
  const where = describeFilterBriefly(narrowing);
  const number = counts.get('elsewhere') ?? 0;
  return number === 0
    ? ` ${where}`
    : ` ${where}; ${isCut ? 'at least ' : ''}${number.toLocaleString('en-US')} elsewhere`;
}

/** Describes a filter without the place's name, which no cited line may contain. */
function describeFilterBriefly(filter: ResultFilter): string {
  return describeFilter({ ...filter, within: filter.within === undefined ? undefined : 'that place' });
}
