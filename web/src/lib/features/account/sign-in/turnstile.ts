/**
 * Shows the Turnstile check for people. Its script is the only one from another origin; it loads only with the form that needs it
 * (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/).
 */
const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

interface Turnstile {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

export interface HumanCheck {
  /** Requests a new token, since each works once. */
  reset(): void;
  remove(): void;
}

interface Options {
  readonly siteKey: string;
  /** Undefined if the token has expired. */
  readonly onToken: (token: string | undefined) => void;
  readonly onFailure: () => void;
}

/** @throws Error if the script cannot be loaded */
export async function showHumanCheck(
  element: HTMLElement,
  { siteKey, onToken, onFailure }: Options,
): Promise<HumanCheck> {
  const turnstile = await loadTurnstile();
  const widget = turnstile.render(element, {
    sitekey: siteKey,
    size: 'flexible',
    callback: (token: string) => onToken(token),
    'expired-callback': () => onToken(undefined),
    'error-callback': onFailure,
  });
  return {
    reset: () => turnstile.reset(widget),
    remove: () => turnstile.remove(widget),
  };
}

async function loadTurnstile(): Promise<Turnstile> {
  if (window.turnstile === undefined) {
    await new Promise<void>((settle, fail) => {
      const script = document.createElement('script');
      script.src = scriptUrl;
      script.addEventListener('load', () => settle());
      script.addEventListener('error', () => fail(new Error('The script of the check did not load.')));
      document.head.append(script);
    });
  }
  if (window.turnstile === undefined) throw new Error('The check did not start.');
  return window.turnstile;
}
