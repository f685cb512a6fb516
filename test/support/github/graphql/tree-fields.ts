/** Returns the fields of trees and blobs. The text of a blob is truncated after 512,000 bytes; a binary blob has no text. */

import { posix } from 'node:path';
import { nodeId } from '../state.ts';
import { readTree, type TreeEntry } from '../trees.ts';
import type { Fields } from './fields.ts';
import type { Scope } from './scope.ts';

const maxTextBytes = 512_000;

export function treeFields(scope: Scope, sha: string): Fields {
  return {
    __typename: 'Tree',
    id: nodeId('T', scope.hosted.id, sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    entries: async () =>
      (await readTree(scope.hosted.git, sha, false))?.map((entry) => entryFields(scope, entry)),
  };
}

function entryFields(scope: Scope, entry: TreeEntry): Fields {
  const object = (): unknown => {
    if (entry.type === 'commit') return null;
    return entry.type === 'tree' ? treeFields(scope, entry.sha) : blobFields(scope, entry.sha);
  };
  return {
    name: posix.basename(entry.path),
    path: entry.path,
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    oid: entry.sha,
    size: entry.bytes ?? 0,
    extension: posix.extname(entry.path),
    object,
  };
}

export async function blobFields(scope: Scope, sha: string): Promise<Fields | null> {
  const blob = await scope.hosted.git.object(sha);
  if (blob?.type !== 'blob') return null;
  const { content } = blob;
  const isBinary = content.subarray(0, 8000).includes(0);
  return {
    __typename: 'Blob',
    id: nodeId('B', scope.hosted.id, sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    byteSize: content.length,
    isBinary,
    isTruncated: content.length > maxTextBytes,
    text: isBinary ? null : content.subarray(0, maxTextBytes).toString('utf8'),
  };
}
