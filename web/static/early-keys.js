// Collects the keys that are pressed before the app can handle them: Ctrl+K, or ⌘K, and the text typed after it. The app takes them over.
(() => {
  const early = { isPaletteRequested: false, text: '', stop };

  function onKeydown(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') early.isPaletteRequested = true;
    else if (!early.isPaletteRequested || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'Escape') Object.assign(early, { isPaletteRequested: false, text: '' });
    else if (event.key === 'Backspace') early.text = early.text.slice(0, -1);
    else if (event.key.length === 1) early.text += event.key;
    else return;
    event.preventDefault();
  }

  function stop() {
    removeEventListener('keydown', onKeydown, true);
  }

  addEventListener('keydown', onKeydown, true);
  window.earlyKeys = early;
})();
