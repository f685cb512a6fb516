/** Keeps the focus in an open dialog: Tab on its last control leads to its first, and the other way round. */

const focusable = 'a[href], button:not([disabled]), textarea, summary, [tabindex="0"]';

export function trapFocus(dialog: HTMLDialogElement, root: ShadowRoot): void {
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const controls = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
      (control) => control.getClientRects().length > 0,
    );
    const [end, start] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
    if (root.activeElement !== end) return;
    event.preventDefault();
    start?.focus();
  });
}
