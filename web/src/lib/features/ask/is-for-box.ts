/** Whether a key pressed anywhere is a wish to come to the question box: a slash that nobody types and nothing open takes. */

export function isForBox(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>,
): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && target.closest('input, textarea, select, [role="dialog"]') === null;
}
