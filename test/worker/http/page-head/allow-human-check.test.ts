/** The policy of the sign-in page allows the check for people, and nothing else changes. */
import { expect, it } from 'vitest';
import { allowHumanCheck } from '../../../../worker/http/page-head/allow-human-check.ts';

const page = (policy: string): string =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head><p>script-src 'self'</p>`;

it('adds the origin of the check to the policy', () => {
  expect(allowHumanCheck(page("default-src 'self'; script-src 'self' 'sha256-x'; base-uri 'none'"))).toBe(
    page(
      "default-src 'self'; frame-src https://challenges.cloudflare.com; script-src 'self' https://challenges.cloudflare.com 'sha256-x'; base-uri 'none'",
    ),
  );
});
