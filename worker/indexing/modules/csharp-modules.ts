/**
 * C#'s `using`: a namespace, which stands for every file that declares it, or a type. What a namespace around the file holds is seen
 * without one, and names may be given from there.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';

/** Each namespace keeps a list of its own: with all of a large repository that declares none it would outgrow memory. */
const mostAround = 300;

export function createCSharpModules({ files }: SnapshotLayout): ImportSystem {
  const namespaces = createNamespaceFiles(files, 'csharp');
  const seen = new Map<string, readonly number[]>();

  function find(name: string): ResolvedModule {
    const members = namespaces.filesOf(name);
    if (members.length > 0) return { files: members, rest: [] };
    const located = namespaces.locate(name.split('.'));
    if (located !== undefined) return located;
    return namespaces.isKnown(name) ? { files: noFiles, rest: [] } : undefined;
  }

  return {
    scopeOf: ({ outline }) => outline.namespace ?? '',
    resolve({ outline }: LinkableFile, module) {
      const name = module.replace(/^global(?:::|\.)/, '');
      for (const around of namespacesAround(outline.namespace)) {
        const found = find(around === '' ? name : `${around}.${name}`);
        if (found !== undefined) return found;
      }
      const [top = name] = name.split('.', 1);
      return namespaces.isKnown(top) && namespaces.isKnown(parentOf(name)) ? undefined : { external: name };
    },
    siblings({ outline }) {
      const namespace = outline.namespace ?? '';
      const known = seen.get(namespace);
      if (known !== undefined) return known;
      const [own, ...around] = namespacesAround(namespace).map((one) => namespaces.filesOf(one));
      const found = [...(own ?? noFiles), ...around.flat().slice(0, mostAround)];
      seen.set(namespace, found);
      return found;
    },
  };
}

/** The namespace itself, those around it and the one without a name. */
function namespacesAround(namespace = ''): readonly string[] {
  const around: string[] = [];
  for (let at = namespace; at !== ''; at = parentOf(at)) around.push(at);
  return [...around, ''];
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
