/** What the error page is given beside status and message: the rest of the server's problem details. */
declare namespace App {
  interface Error {
    detail?: string;
    fix?: string;
    code?: string;
  }
}
