// Runs before the first paint, so that a remembered theme never flashes the other one.
try {
  const theme = localStorage.getItem('wherefore.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // The page's styles come later; this alone makes the empty page light or dark.
    document.documentElement.style.colorScheme = theme;
  }
} catch {
  // Storage is blocked: the theme of the system applies.
}
