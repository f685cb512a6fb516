/**
 * What a path alone tells about a file that is not to be indexed. The rules look at whole segments and file names, so they
 * hold under any wrapper folder. `dist/` and `build/` are not among them: many a repository keeps sources there, and what
 * a bundler put there is known by its content.
 */

import type { SkipReason } from '../core/file.ts';

export interface Skip {
  readonly reason: SkipReason;
  readonly detail: string;
}

/** Folders by name, at any depth. */
const folders: Readonly<Record<string, Skip>> = {
  ...byFolder('special-entry', 'left by the macOS archive tool', '__MACOSX'),
  ...byFolder('ignored', 'data of version control', '.git .hg .svn .bzr CVS'),
  ...byFolder(
    'vendored',
    'other projects’ code',
    'node_modules bower_components jspm_packages .yarn vendor Godeps',
  ),
  ...byFolder(
    'vendored',
    'other projects’ code',
    'third_party third-party thirdparty 3rdparty Pods Carthage',
  ),
  ...byFolder('vendored', 'other projects’ code', 'site-packages .venv .tox .nox .eggs .bundle .gradle'),
  ...byFolder(
    'generated',
    'written by a tool',
    '__pycache__ .mypy_cache .pytest_cache .ruff_cache .next .nuxt',
  ),
  ...byFolder('generated', 'written by a tool', '.svelte-kit .turbo .sqlx __generated__ __snapshots__'),
};

/** Lock files by their whole name; what they lock is in the manifest beside them. */
const lockFiles = new Set(
  [
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock',
    'poetry.lock uv.lock pdm.lock Pipfile.lock conda-lock.yml pixi.lock composer.lock Gemfile.lock go.sum go.work.sum',
    'mix.lock rebar.lock pubspec.lock flake.lock Podfile.lock Cartfile.resolved Package.resolved packages.lock.json',
    'paket.lock gradle.lockfile MODULE.bazel.lock .terraform.lock.hcl Chart.lock conan.lock stack.yaml.lock',
  ].flatMap((line) => line.split(' ')),
);

/** Extensions whose files are never text, or text that only a program reads. */
const extensions: Readonly<Record<string, Skip>> = {
  ...byExtension(
    'nested-archive',
    'an archive',
    'zip tar tgz gz bz2 tbz2 xz txz zst 7z rar lz4 lzma jar war ear aar',
  ),
  ...byExtension(
    'nested-archive',
    'an archive',
    'whl egg nupkg gem crate deb rpm apk ipa dmg iso cab vsix xpi phar',
  ),
  ...byExtension(
    'binary',
    'an image',
    'png jpg jpeg gif webp avif bmp ico icns tif tiff psd ai xcf svg heic',
  ),
  ...byExtension('binary', 'a font', 'woff woff2 ttf otf eot'),
  ...byExtension('binary', 'sound or video', 'mp3 wav ogg oga flac m4a aac mp4 m4v mov avi mkv webm'),
  ...byExtension('binary', 'a document', 'pdf doc docx xls xlsx ppt pptx odt ods odp epub'),
  ...byExtension(
    'binary',
    'compiled code',
    'o a so dylib dll exe lib obj class pyc pyo pyd wasm elc beam rlib pdb',
  ),
  ...byExtension('binary', 'data', 'db sqlite sqlite3 parquet npy npz pkl pickle h5 onnx pt safetensors mo'),
};

/** File names that tools give to what they write. */
const names: readonly (readonly [RegExp, Skip])[] = [
  [/^\._|^\.DS_Store$/, { reason: 'special-entry', detail: 'left by macOS' }],
  [/[.-]min\.(?:[cm]?js|css)$/, { reason: 'minified', detail: 'minified, by its name' }],
  [/\.(?:[cm]?js|css|ts)\.map$/, generated('a source map')],
  [
    /\.pb(?:\.gw|\.validate)?\.(?:go|cc|h|dart)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:d\.ts|[jt]s)$/,
    generated('made by protoc'),
  ],
  [/\.(?:g|freezed|gr|mocks)\.dart$|\.(?:g|g\.i|designer)\.cs$/i, generated('made by a code generator')],
  [/\.snap$/, generated('a test snapshot')],
];

/** The first rule a path falls under, or undefined. */
export function filterPath(path: string): Skip | undefined {
  const segments = path.split('/');
  const name = segments.pop() ?? path;
  for (const segment of segments) {
    if (Object.hasOwn(folders, segment)) return folders[segment];
  }
  if (lockFiles.has(name)) return { reason: 'lock-file', detail: `${name} is written by a package manager` };
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (name.includes('.') && Object.hasOwn(extensions, extension)) return extensions[extension];
  return names.find(([pattern]) => pattern.test(name))?.[1];
}

function byFolder(reason: SkipReason, what: string, names: string): Record<string, Skip> {
  return Object.fromEntries(
    names.split(' ').map((name) => [name, { reason, detail: `${what}, in ${name}/` }]),
  );
}

function byExtension(reason: SkipReason, what: string, names: string): Record<string, Skip> {
  return Object.fromEntries(names.split(' ').map((name) => [name, { reason, detail: `${what} (.${name})` }]));
}

function generated(detail: string): Skip {
  return { reason: 'generated', detail };
}
