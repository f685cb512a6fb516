// Runs before the first paint, so that a remembered theme never flashes the other one.
try {
  const theme = localStorage.getItem('wherefore.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // The page's styles come later; this alone makes the empty page light or dark.
    document.documentElement.style.colorScheme = theme;
    // Around the page, too: the browser's bars follow what was chosen, not the system.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = meta.dataset[theme];
  }
} catch {
  // Storage is blocked: the theme of the system applies.
}
