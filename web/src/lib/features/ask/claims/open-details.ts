/** Opens the details of a sentence when the pointer rests on it, or on a tap or click. Text can still be selected. */
import type { Attachment } from 'svelte/attachments';
import type { ClaimView } from './claim-view.ts';

/** Longer than reading past a sentence takes. */
const restMs = 700;

export function openDetails(view: ClaimView, claim: string): Attachment<HTMLElement> {
  const open = (): void => view.details.get(claim)?.open();
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onPointerMove = (event: PointerEvent): void => {
      clearTimeout(timer);
      if (event.pointerType === 'mouse' && event.buttons === 0 && !isControl(event))
        timer = setTimeout(open, restMs);
    };
    const onPointerLeave = (event: PointerEvent): void => {
      clearTimeout(timer);
      if (event.pointerType === 'mouse') view.details.get(claim)?.leave();
    };
    const onClick = (event: MouseEvent): void => {
      clearTimeout(timer);
      if (!isControl(event) && getSelection()?.isCollapsed !== false) open();
    };
    element.addEventListener('pointermove', onPointerMove);
    element.addEventListener('pointerleave', onPointerLeave);
    element.addEventListener('click', onClick);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', onPointerMove);
      element.removeEventListener('pointerleave', onPointerLeave);
      element.removeEventListener('click', onClick);
    };
  };
}

/** Citations and marks open the details themselves. */
function isControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
