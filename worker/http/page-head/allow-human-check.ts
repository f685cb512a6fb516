/**
 * Lets the sign-in page load Turnstile, the check for people: its script and its frame, as Cloudflare documents
 * (https://developers.cloudflare.com/turnstile/reference/content-security-policy/). All other pages allow only this origin.
 */

const origin = 'https://challenges.cloudflare.com';

/** @param html has the policy that the build wrote */
export function allowHumanCheck(html: string): string {
  return html.replace(
    /(<meta http-equiv="content-security-policy" content=")([^"]*)"/,
    (_, start: string, policy: string) =>
      `${start}${policy.replace("script-src 'self'", `frame-src ${origin}; script-src 'self' ${origin}`)}"`,
  );
}
