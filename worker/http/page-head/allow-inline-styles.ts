/**
 * Lets the page of the API reference write style elements, which its library cannot do without. Hashes would disable `unsafe-inline`, so they
 * are removed. Scripts stay as strict as on all other pages.
 */

/** @param html has the policy that the build wrote */
export function allowInlineStyles(html: string): string {
  return html.replace(
    /(<meta http-equiv="content-security-policy" content=")([^"]*)"/,
    (_, start: string, policy: string) =>
      `${start}${policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")}"`,
  );
}
