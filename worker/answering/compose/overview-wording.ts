/** Words for the folders and parts of an overview, shared by its Markdown and by answers. */

import type { OverviewFolder } from '../../core/repositories/overview.ts';

export function describeFiles({ files }: Pick<OverviewFolder, 'files'>): string {
  return `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`;
}

/** "python" for one language, else "21 typescript, 3 json". */
export function describeLanguages({ files, languages }: Pick<OverviewFolder, 'files' | 'languages'>): string {
  const [only] = languages;
  if (only !== undefined && only.files === files) return only.language;
  return languages.map(({ language, files: count }) => `${count} ${language}`).join(', ');
}

/** @param isDirect only the files directly in the folder */
export function describePart(path: string, isDirect: boolean): string {
  if (path === '') return isDirect ? 'files at the root' : 'root package';
  return isDirect ? `${path}/*` : path;
}
