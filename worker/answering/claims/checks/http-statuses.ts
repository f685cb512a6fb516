/** The standard names of HTTP status codes (RFC 9110 and its extensions), by which code often refers to them. */

import { spellingSequence } from '../../evidence-text/word-sequences.ts';

const statuses: ReadonlyMap<string, readonly string[]> = new Map(
  `100 continue|101 switching protocols|102 processing|103 early hints|200 ok|201 created|202 accepted|203 non authoritative information|204 no content|205 reset content|206 partial content|207 multi status
   |300 multiple choices|301 moved permanently|302 found|303 see other|304 not modified|305 use proxy|307 temporary redirect|308 permanent redirect|400 bad request|401 unauthorized|402 payment required|403 forbidden|404 not found
   |405 method not allowed|406 not acceptable|407 proxy authentication required|408 request timeout|409 conflict|410 gone|411 length required|412 precondition failed|413 payload too large/request entity too large/content too large
   |414 uri too long/request uri too long|415 unsupported media type|416 range not satisfiable/requested range not satisfiable|417 expectation failed|418 im a teapot|421 misdirected request|422 unprocessable entity/unprocessable content
   |423 locked|424 failed dependency|425 too early|426 upgrade required|428 precondition required|429 too many requests|431 request header fields too large|451 unavailable for legal reasons|500 internal server error|501 not implemented
   |502 bad gateway|503 service unavailable|504 gateway timeout|505 http version not supported|507 insufficient storage|508 loop detected|511 network authentication required`
    .split('|')
    .map((entry) => {
      const [code = '', ...words] = entry.trim().split(' ');
      return [code, words.join(' ').split('/')] as const;
    }),
);

/** Returns whether the text names the status code in any spelling, such as `NOT_FOUND` for 404. */
export function namesStatus(text: string, code: string): boolean {
  const names = statuses.get(code);
  if (names === undefined) return false;
  const words = spellingSequence(text);
  return names.some((name) => words.includes(` ${name} `));
}
