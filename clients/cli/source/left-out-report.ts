/**
 * What was not packed, as one more file of the archive: the server lists it with what it leaves out itself. Names and reasons
 * travel, contents do not.
 */

import type { LeftOut, PackEntry } from './pack-source.ts';
import { fileEntry } from './read-files.ts';

/** The server knows the report by this name. */
const reportName = '.wherefore-left-out.json';
/** The server takes a megabyte; longer lists end early. */
const maxBytes = 900_000;
const maxDetailLength = 300;

/** Undefined when everything was packed. */
export function leftOutReport(leftOut: readonly LeftOut[]): PackEntry | undefined {
  if (leftOut.length === 0) return undefined;
  const items: string[] = [];
  let length = 0;
  for (const { path, reason, detail } of leftOut) {
    const item = JSON.stringify({ path, reason, detail: detail.slice(0, maxDetailLength) });
    length += Buffer.byteLength(item) + 2;
    if (length > maxBytes) break;
    items.push(item);
  }
  const bytes = Buffer.from(`[\n${items.join(',\n')}\n]\n`);
  return fileEntry({
    path: reportName,
    size: bytes.length,
    mode: 0o644,
    content: async function* () {
      yield bytes;
    },
  });
}
