/** Enforces the architecture: allowed imports, no import circles, folder and file sizes, dependencies, and a README that is up to date. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependencyReasons } from './dependency-reasons.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const trackedFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = trackedFiles.filter(
  (path) => /^(?:worker|web|clients)\/.*\.(?:ts|js|svelte)$/.test(path) && !path.endsWith('.d.ts'),
);

/** Allowed imports by folder: other folders of `worker`, and packages. */
const importTable: readonly { from: RegExp; folders: readonly string[]; packages: RegExp | undefined }[] = [
  { from: /^worker\/core\//, folders: [], packages: undefined },
  { from: /^worker\/contract\//, folders: ['core'], packages: /^(?:@hono\/zod-openapi|zod|hono\/client)$/ },
  { from: /^worker\/ports\//, folders: ['core'], packages: undefined },
  {
    from: /^worker\/(?:ingestion|indexing|retrieval|answering)\//,
    folders: ['core', 'ports'],
    packages: undefined,
  },
  {
    from: /^worker\/flows\//,
    folders: ['core', 'ports', 'ingestion', 'indexing', 'retrieval', 'answering'],
    packages: undefined,
  },
  // This folder contains training programs. Only its `space.ts` and `weights.bin` are part of the Worker.
  {
    from: /^worker\/adapters\/embedded\/model\//,
    folders: ['core', 'ports', 'ingestion', 'adapters'],
    packages: /^node:/,
  },
  { from: /^worker\/adapters\/(?!embedded\/model\/)/, folders: ['core', 'ports'], packages: /./ },
  {
    from: /^worker\/http\//,
    folders: ['flows', 'core', 'contract', 'mcp'],
    packages: /^(?:hono|@hono\/zod-openapi)(?:\/|$)/,
  },
  {
    from: /^worker\/mcp\//,
    folders: ['core', 'contract'],
    packages: /^(?:@modelcontextprotocol\/server|zod)$/,
  },
  { from: /^worker\/queue\//, folders: ['flows', 'core'], packages: undefined },
  { from: /^worker\/runtime\//, folders: ['core', 'ports', 'flows', 'adapters'], packages: undefined },
  { from: /^worker\/objects\//, folders: ['core', 'flows', 'runtime'], packages: /^cloudflare:workers$/ },
  {
    from: /^worker\/main\.ts$/,
    folders: ['http', 'objects', 'queue', 'runtime', 'flows'],
    packages: undefined,
  },
];

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const imports: readonly Import[] = sources.flatMap((from) =>
  [
    ...read(from).matchAll(
      /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map((match) => ({ from, specifier: match[2] ?? match[3] ?? '', typeOnly: match[1] !== undefined })),
);

/** Returns the path of a relative import; undefined for a package. */
function targetPath({ from, specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
}

describe('imports', () => {
  it('are found', () => expect(imports.length).toBeGreaterThan(100));

  it.each(importTable.map((rule) => [rule.from.source, rule] as const))('from %s are allowed', (_, rule) => {
    const violations = imports.filter(
      (imported) => rule.from.test(imported.from) && !isAllowed(imported, rule),
    );
    expect(violations.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it('of the app and the clients into the Worker use only its contract', () => {
    const violations = imports.filter((imported) => {
      const to = targetPath(imported);
      if (!/^(?:web|clients)\//.test(imported.from) || to === undefined || !to.startsWith('worker/'))
        return false;
      return !(
        to === 'worker/contract/client.ts' ||
        to === 'worker/contract/landing-client.ts' ||
        to === 'worker/contract/widget-client.ts' ||
        // The command line serves the same MCP tools as the Worker, over its own input and output.
        (to === 'worker/mcp/create-mcp-server.ts' && imported.from.startsWith('clients/cli/')) ||
        (to.startsWith('worker/contract/') && imported.typeOnly)
      );
    });
    expect(violations.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it('form no circle, not even with types', () => {
    const graph = new Map<string, string[]>();
    for (const imported of imports) {
      const to = targetPath(imported);
      if (to !== undefined) graph.set(imported.from, [...(graph.get(imported.from) ?? []), to]);
    }
    expect(findCircles(graph)).toEqual([]);
  });

  function isAllowed(imported: Import, rule: (typeof importTable)[number]): boolean {
    const to = targetPath(imported);
    if (to === undefined) return rule.packages?.test(imported.specifier) === true;
    if (to === 'package.json') return imported.from.startsWith('worker/runtime/');
    const [, folder = '', sub = ''] = to.split('/');
    const [, importerFolder, importerSub] = imported.from.split('/');
    if (folder === importerFolder && (folder !== 'adapters' || sub === importerSub)) return true;
    return rule.folders.includes(folder);
  }
});

/** Finds groups of files that import each other, directly or indirectly (Tarjan's strongly connected components). */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const [order, lowLink] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const circles: string[] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowLink.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowLink.set(node, Math.min(lowLink.get(node) ?? 0, lowLink.get(next) ?? 0));
    }
    if (lowLink.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node) === true) circles.push(group.sort().join(' ↔ '));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

describe('size', () => {
  it('of a folder is at most 30 source files', () => {
    const counts = new Map<string, number>();
    for (const path of sources) {
      const folder = dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  it('of a source file is at most 400 lines', () => {
    const tooLong = sources.filter((path) => read(path).split('\n').length > 400);
    expect(tooLong).toEqual([]);
  });

  it('of main.ts is at most 60 lines', () =>
    expect(read('worker/main.ts').split('\n').length).toBeLessThanOrEqual(60));
});

describe('source files', () => {
  it('begin with a comment', () => {
    const withoutComment = sources.filter(
      (path) => path.endsWith('.ts') && !/^(?:#!.*\n)?(?:\/\*\*|\/\/)/.test(read(path)),
    );
    expect(withoutComment).toEqual([]);
  });

  it('are named in kebab-case, components in PascalCase', () => {
    const misnamed = sources.filter((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (name.startsWith('+')) return false;
      return name.endsWith('.svelte')
        ? !/^[A-Z][A-Za-z]+\.svelte$/.test(name)
        : !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.svelte|\.config)?\.[jt]s$/.test(name);
    });
    expect(misnamed).toEqual([]);
  });
});

describe('dependencies', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>;
  const allDependencies = {
    ...manifest['dependencies'],
    ...manifest['devDependencies'],
    ...manifest['optionalDependencies'],
  };

  it('each have a reason, and each reason has a dependency', () => {
    expect(Object.keys(dependencyReasons).sort()).toEqual(Object.keys(allDependencies).sort());
  });

  it('are pinned to an exact version', () => {
    expect(Object.entries(allDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });
});

describe('the README', () => {
  const readme = read('README.md');

  it('mentions every folder of the Worker and every adapter', () => {
    const folders = new Set(
      sources
        .filter((path) => path.startsWith('worker/') && path.split('/').length > 2)
        .flatMap((path) => {
          const [, folder = '', sub = ''] = path.split('/');
          return folder === 'adapters' ? [folder, `${sub}/`] : [`${folder}/`];
        }),
    );
    expect([...folders].filter((folder) => !readme.includes(folder))).toEqual([]);
  });

  it('has no placeholder', () => expect(readme).not.toMatch(/_HERE|NUMBERS_/));

  it('links only to existing files', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it('states the test command of the pipeline', () => {
    expect(readme).toContain('npm ci && npm test');
    expect(read('.ci/run')).toContain('npm ci && npm test');
  });
});

describe('the top level', () => {
  it('contains only the allowed files and folders', () => {
    const allowed =
      /^(?:worker|web|migrations|test|clients|\.ci|wrangler\.toml|package\.json|package-lock\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|\.[a-z].*)$/;
    const top = [
      ...new Set(trackedFiles.map((path) => relative(root, join(root, path)).split('/')[0] ?? '')),
    ];
    expect(top.filter((name) => !allowed.test(name))).toEqual([]);
  });
});
