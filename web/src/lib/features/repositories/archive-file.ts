/**
 * Derives the content type and a default name from a chosen file. It rejects files that are not a supported archive, with
 * the command that makes one.
 */

export type ArchiveFile =
  | { readonly ok: true; readonly contentType: 'application/gzip' | 'application/zip'; readonly name: string }
  | { readonly ok: false; readonly reason: string };

const endings = [
  { ending: /\.(?:tar\.gz|tgz)$/i, contentType: 'application/gzip' },
  { ending: /\.zip$/i, contentType: 'application/zip' },
] as const;

export function readArchiveFile(file: { readonly name: string; readonly size: number }): ArchiveFile {
  const known = endings.find(({ ending }) => ending.test(file.name));
  if (known === undefined) {
    return {
      ok: false,
      reason: `“${file.name}” is not a .tar.gz, .tgz or .zip file. Pack the folder, for instance with: tar czf project.tar.gz project`,
    };
  }
  if (file.size === 0) return { ok: false, reason: `“${file.name}” is empty.` };
  return { ok: true, contentType: known.contentType, name: file.name.replace(known.ending, '') };
}
