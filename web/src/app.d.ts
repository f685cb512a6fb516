/** The fields of the server's problem details that the error page gets in addition to status and message. */
declare namespace App {
  interface Error {
    detail?: string;
    fix?: string;
    code?: string;
  }
}
