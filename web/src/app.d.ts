/** The fields of the server's problem details that the error page receives in addition to the status and the message. */
declare namespace App {
  interface Error {
    detail?: string;
    fix?: string;
    code?: string;
  }
}

/** The keys that `static/early-keys.js` collected. */
interface Window {
  earlyKeys?: { readonly isPaletteRequested: boolean; readonly text: string; readonly stop: () => void };
}
