/** The policy of the API reference allows inline styles, and nothing else changes. */
import { expect, it } from 'vitest';
import { allowInlineStyles } from '../../../../worker/http/page-head/allow-inline-styles.ts';

const page = (policy: string): string =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head><p>style-src 'self'</p>`;

it('replaces the hashes of styles', () => {
  const policy = "script-src 'self' 'sha256-x'; style-src 'self' 'unsafe-hashes' 'sha256-y'; base-uri 'none'";
  expect(allowInlineStyles(page(policy))).toBe(
    page("script-src 'self' 'sha256-x'; style-src 'self' 'unsafe-inline'; base-uri 'none'"),
  );
});
