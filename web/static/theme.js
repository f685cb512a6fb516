// Runs before the first paint, so that neither the wrong theme nor a closed sidebar appears.
try {
  const theme = localStorage.getItem('wherefore.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // The stylesheet loads later. Until then, this sets the background.
    document.documentElement.style.colorScheme = theme;
    // The browser's toolbar follows the user's choice, not the system theme.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = meta.dataset[theme];
  }
  // A prerendered page contains the sidebar.
  if (localStorage.getItem('wherefore.sidebar') === 'collapsed')
    document.documentElement.dataset.sidebar = 'collapsed';
} catch {
  // Storage is blocked, so the system theme applies.
}
