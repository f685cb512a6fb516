/** What can stand beside a file. */
const asideTabs = ['outline', 'references', 'history'] as const;

export type AsideTab = (typeof asideTabs)[number];

export function asideTabOf(value: string): AsideTab {
  return asideTabs.find((known) => known === value) ?? 'outline';
}
