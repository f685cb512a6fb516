/**
 * Makes what scrolls a stop of the Tab key while there is something to scroll to, so that it can be scrolled by keys, and only
 * then: a box that shows all it holds is nothing to stop at. An attachment for the element that scrolls.
 */

export function scrollStop(box: HTMLElement): () => void {
  const look = (): void => {
    const overflows = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (overflows) box.tabIndex = 0;
    // Who stands on it stays there.
    else if (document.activeElement !== box) box.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  // What it holds may grow while it does not; observing what is observed already changes nothing.
  const observeContent = (): void => [...box.children].forEach((child) => sizes.observe(child));
  const content = new MutationObserver(observeContent);
  content.observe(box, { childList: true });
  observeContent();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
