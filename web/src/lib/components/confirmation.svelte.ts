/** What is to be confirmed before it is done; one at a time. `ConfirmDialog` shows it. */

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  /** Throws why it could not be done; the dialog stays and says so. */
  readonly run: (onProgress: (done: number) => void) => Promise<void>;
  /** How many steps there are, where progress is told. */
  readonly steps?: number;
  /** Selects what gets the focus when the button that asked is gone with what it was for. */
  readonly focusAfter: string;
}

let asked = $state.raw<Confirmation | null>(null);

export const confirmation = {
  get asked(): Confirmation | null {
    return asked;
  },
  ask(wanted: Confirmation): void {
    asked = wanted;
  },
  done(): void {
    asked = null;
  },
};
