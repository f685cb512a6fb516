/** Small choices stored in local storage. If storage is blocked or full, a choice lasts as long as the page. */

export function readRemembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts for this visit.
  }
}
