/** Formats how long ago something happened: `today`, `3 months ago`. An age is for display only; answers cite the date. */

const units = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;
const dayMs = 24 * 3_600_000;
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** @param iso a date in ISO 8601; anything else has no age */
export function formatAge(iso: string, now = Date.now()): string | undefined {
  const days = Math.floor((now - Date.parse(iso)) / dayMs);
  if (Number.isNaN(days)) return undefined;
  for (const [unit, unitDays] of units)
    if (days >= unitDays) return format.format(-Math.floor(days / unitDays), unit);
  return 'today';
}
