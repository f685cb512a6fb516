/**
 * An attachment that makes a scrollable element reachable with the Tab key while its content overflows, so that keyboard
 * users can scroll it.
 */

export function scrollTabStop(box: HTMLElement): () => void {
  const updateTabStop = (): void => {
    const overflows = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (overflows) box.tabIndex = 0;
    // A focused element keeps its focus.
    else if (document.activeElement !== box) box.removeAttribute('tabindex');
  };
  // Reachable until it is measured in the next frame: content that overflows is never out of reach, not even for a frame.
  box.tabIndex = 0;
  const sizeObserver = new ResizeObserver(updateTabStop);
  sizeObserver.observe(box);
  // The content may grow while the element does not. Observing an element twice has no effect.
  const observeContent = (): void => [...box.children].forEach((child) => sizeObserver.observe(child));
  const childObserver = new MutationObserver(observeContent);
  childObserver.observe(box, { childList: true });
  observeContent();
  return () => {
    sizeObserver.disconnect();
    childObserver.disconnect();
  };
}
