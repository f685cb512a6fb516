/** The state of a popover with the details of a claim: a hover, focus, tap or the sentence itself opens it. */
import type { ClaimView } from './claim-view.ts';

/** As long as a citation waits before it closes its preview. */
const leaveMs = 200;

export interface DetailsPopover {
  isOpen: boolean;
  trigger: HTMLElement | null;
  content: HTMLElement | null;
  readonly onfocus: (event: FocusEvent) => void;
  readonly onblur: (event: FocusEvent) => void;
  /** The pointer leaves the content. */
  readonly onleave: () => void;
}

/** @param claim the claim whose sentence opens this popover; null if another citation of the sentence does */
export function createDetailsPopover(view: ClaimView, claim: () => string | null): DetailsPopover {
  let isOpen = $state(false);
  let isOpenedBySentence = false;
  const popover: DetailsPopover = $state({
    get isOpen() {
      return isOpen;
    },
    set isOpen(value) {
      isOpen = value;
      isOpenedBySentence &&= value;
    },
    trigger: null,
    content: null,
    onfocus: ({ currentTarget }) => {
      if (currentTarget instanceof Element && currentTarget.matches(':focus-visible')) isOpen = true;
    },
    onblur: ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && popover.content?.contains(relatedTarget) === true) return;
      isOpen = false;
    },
    onleave: () => {
      if (isOpenedBySentence) leave();
    },
  });
  const leave = (): void => {
    setTimeout(() => {
      const isUsed = popover.content?.matches(':hover, :focus-within') === true;
      if (isOpenedBySentence && !isUsed) popover.isOpen = false;
    }, leaveMs);
  };
  $effect(() => {
    const id = claim();
    if (id === null) return;
    const control = {
      open: (): void => {
        if (isOpen) return;
        isOpenedBySentence = true;
        isOpen = true;
      },
      leave,
    };
    view.details.set(id, control);
    return () => {
      if (view.details.get(id) === control) view.details.delete(id);
    };
  });
  return popover;
}
