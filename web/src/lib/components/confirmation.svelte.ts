/** The action that waits for the user's confirmation, if any. `ConfirmDialog` shows it. */

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly action: string;
  /** Throws if the action fails; the dialog stays open and shows the error. */
  readonly run: (onProgress: (doneSteps: number) => void) => Promise<void>;
  /** The number of steps, if progress is reported. */
  readonly steps?: number;
  /** A selector for the element that gets the focus if the opening button no longer exists. */
  readonly fallbackFocus: string;
}

let pending = $state.raw<Confirmation | null>(null);

export const confirmation = {
  get pending(): Confirmation | null {
    return pending;
  },
  request(action: Confirmation): void {
    pending = action;
  },
  close(): void {
    pending = null;
  },
};
