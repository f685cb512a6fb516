// Runs before the first paint, so that the wrong theme never flashes.
try {
  const theme = localStorage.getItem('wherefore.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // The page's styles load later; until then this sets the background.
    document.documentElement.style.colorScheme = theme;
    // The browser's own bars follow the choice, not the system.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = meta.dataset[theme];
  }
} catch {
  // Storage is blocked: the theme of the system applies.
}
