/**
 * An attachment that makes a scrollable element reachable with the Tab key while its content overflows, so that keyboard
 * users can scroll it.
 */

export function scrollStop(box: HTMLElement): () => void {
  const look = (): void => {
    const overflows = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (overflows) box.tabIndex = 0;
    // A focused element keeps its focus.
    else if (document.activeElement !== box) box.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  // Its content may grow while the element does not. Observing an element twice has no effect.
  const observeContent = (): void => [...box.children].forEach((child) => sizes.observe(child));
  const content = new MutationObserver(observeContent);
  content.observe(box, { childList: true });
  observeContent();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
