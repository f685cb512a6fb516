/** What is told of a live look as it goes on. */

export interface LiveStep {
  readonly id: 'tree' | 'search' | 'fetch' | 'index' | 'judge' | 'further' | 'index-further';
  readonly state: 'running' | 'done' | 'skipped';
  /** What is done, or what came of it. */
  readonly detail: string;
  /** Files that were fetched; none in any other step. */
  readonly paths: readonly string[];
}

export function liveStep(
  id: LiveStep['id'],
  state: LiveStep['state'],
  told: { readonly detail: string; readonly paths?: readonly string[] },
): LiveStep {
  return { id, state, detail: told.detail, paths: told.paths ?? [] };
}

export function countedFiles(files: number): string {
  return `${files.toLocaleString('en-US')} file${files === 1 ? '' : 's'}`;
}
