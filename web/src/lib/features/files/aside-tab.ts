/** The tabs of the panel next to a file. */
const asideTabs = ['outline', 'references', 'history'] as const;

export type AsideTab = (typeof asideTabs)[number];

export function readAsideTab(value: string): AsideTab {
  return asideTabs.find((known) => known === value) ?? 'outline';
}
