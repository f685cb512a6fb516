/**
 * Holds the rules a reader relies on: who may import whom, how large a file may be, why each dependency is here, and that the
 * README's map and tables are true.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependencyReasons } from './dependency-reasons.ts';
import { variables } from '../worker/runtime/variables.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = tracked.filter(
  (path) => /^(?:worker|web|clients)\/.*\.(?:ts|js|svelte)$/.test(path) && !path.endsWith('.d.ts'),
);

/** What the files of a folder may import: other folders of `worker`, and whether packages. The first match counts. */
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
  // Programs that train the model; only `space.ts` and `weights.bin` of that folder are part of the Worker.
  {
    from: /^worker\/adapters\/embedded\/model\//,
    folders: ['core', 'ports', 'ingestion', 'adapters'],
    packages: /^node:/,
  },
  { from: /^worker\/adapters\/(?!embedded\/model\/)/, folders: ['core', 'ports'], packages: /./ },
  {
    from: /^worker\/http\//,
    folders: ['flows', 'core', 'contract'],
    packages: /^(?:hono|@hono\/zod-openapi)(?:\/|$)/,
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

/** The path a relative import leads to; undefined for a package. */
function target({ from, specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
}

describe('imports', () => {
  it('finds them', () => expect(imports.length).toBeGreaterThan(100));

  it.each(importTable.map((rule) => [rule.from.source, rule] as const))(
    'of %s stay within the table',
    (_, rule) => {
      const wrong = imports.filter((one) => rule.from.test(one.from) && !isAllowed(one, rule));
      expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([]);
    },
  );

  it('of the app and the clients reach the Worker through its contract alone', () => {
    const wrong = imports.filter((one) => {
      const to = target(one);
      if (!/^(?:web|clients)\//.test(one.from) || to === undefined || !to.startsWith('worker/')) return false;
      return !(to === 'worker/contract/client.ts' || (to.startsWith('worker/contract/') && one.typeOnly));
    });
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([]);
  });

  it('never run in a circle within a folder of the Worker', () => {
    const graph = new Map<string, string[]>();
    for (const one of imports) {
      const to = target(one);
      if (to !== undefined && !one.typeOnly && one.from.startsWith('worker/'))
        graph.set(one.from, [...(graph.get(one.from) ?? []), to]);
    }
    expect(circlesIn(graph)).toEqual([]);
  });

  function isAllowed(one: Import, rule: (typeof importTable)[number]): boolean {
    const to = target(one);
    if (to === undefined) return rule.packages?.test(one.specifier) === true;
    if (to === 'package.json') return one.from.startsWith('worker/runtime/');
    const [, folder = '', sub = ''] = to.split('/');
    const own = one.from.split('/');
    if (folder === own[1] && (folder !== 'adapters' || sub === own[2])) return true;
    return rule.folders.includes(folder);
  }
});

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

describe('size', () => {
  it('of a source file stays below the wall of 400 lines', () => {
    const long = sources.filter((path) => read(path).split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('of main.ts stays below 60 lines', () =>
    expect(read('worker/main.ts').split('\n').length).toBeLessThanOrEqual(60));
});

describe('source files', () => {
  it('open with a comment that says what they are for', () => {
    const bare = sources.filter(
      (path) => path.endsWith('.ts') && !/^(?:#!.*\n)?(?:\/\*\*|\/\/)/.test(read(path)),
    );
    expect(bare).toEqual([]);
  });

  it('are named in kebab-case, components in PascalCase', () => {
    const odd = sources.filter((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (name.startsWith('+')) return false;
      return name.endsWith('.svelte')
        ? !/^[A-Z][A-Za-z]+\.svelte$/.test(name)
        : !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.svelte|\.config)?\.[jt]s$/.test(name);
    });
    expect(odd).toEqual([]);
  });
});

describe('dependencies', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>;
  const all = {
    ...manifest['dependencies'],
    ...manifest['devDependencies'],
    ...manifest['optionalDependencies'],
  };

  it('each have a reason, and no reason outlives its dependency', () => {
    expect(Object.keys(dependencyReasons).sort()).toEqual(Object.keys(all).sort());
  });

  it('are pinned to one version', () => {
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = read('README.md');

  it('names every folder of the Worker and every adapter in its map', () => {
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

  it('has the configuration table that the code has', () => {
    const rows = variables.map((variable) => {
      const hosted = 'hosted' in variable ? ` (hosted: ${variable.hosted})` : '';
      return `| \`${variable.name}\` | ${variable.default === '' ? '' : `\`${variable.default}\``}${hosted} | ${variable.meaning} |`;
    });
    expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
  });

  it('has no blank left to fill in', () => expect(readme).not.toMatch(/_HERE|NUMBERS_/));

  it('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it('gives the test command that the pipeline runs', () => {
    expect(readme).toContain('npm ci && npm test');
    expect(read('.ci/run')).toContain('npm ci && npm test');
  });
});

describe('the top level', () => {
  it('holds what the README names and no more', () => {
    const allowed =
      /^(?:worker|web|migrations|test|clients|\.ci|wrangler\.toml|package\.json|package-lock\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|\.[a-z].*)$/;
    const top = [...new Set(tracked.map((path) => relative(root, join(root, path)).split('/')[0] ?? ''))];
    expect(top.filter((name) => !allowed.test(name))).toEqual([]);
  });
});
