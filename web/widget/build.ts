/**
 * Builds the widget into the folder of the built app. The panel is built first, because its name contains a hash of its content, which the
 * loader needs. `widget.js` keeps its name, so that sites never change their pages.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';

const root = import.meta.dirname;
const outDir = join(root, '../build');
const panelPattern = /^widget-panel-[\w-]+\.js$/;

/** Both files are complete scripts without any other file. */
const shared = {
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  // The configuration of the app extends a file that only the build of the app writes.
  tsconfig: join(root, '../../tsconfig.json'),
} as const satisfies InlineConfig;
const output = { outDir, emptyOutDir: false, target: 'es2023', cssTarget: 'chrome123' } as const;

function findPanels(): readonly string[] {
  return readdirSync(outDir).filter((name) => panelPattern.test(name));
}

async function buildPanel(): Promise<string> {
  for (const name of findPanels()) rmSync(join(outDir, name));
  const rolldownOptions = {
    input: join(root, 'panel/panel.ts'),
    preserveEntrySignatures: 'exports-only',
    output: { format: 'es', entryFileNames: 'widget-panel-[hash].js', codeSplitting: false },
  } as const;
  await build({ ...shared, build: { ...output, rolldownOptions } });
  const [panelFile] = findPanels();
  if (panelFile === undefined) throw new Error(`The build of the panel wrote no file to ${outDir}.`);
  return panelFile;
}

/** A classic script, because pages load it with `defer`. */
async function buildLoader(panelFile: string): Promise<void> {
  const lib = {
    entry: join(root, 'loader/widget.ts'),
    formats: ['iife' as const],
    name: 'wherefore',
    fileName: () => 'widget.js',
  };
  await build({
    ...shared,
    define: { PANEL_FILE: JSON.stringify(panelFile) },
    build: { ...output, lib },
  });
}

// Test runners set NODE_ENV. A build that a test runner starts must equal every other build.
process.env['NODE_ENV'] = 'production';
await buildLoader(await buildPanel());
