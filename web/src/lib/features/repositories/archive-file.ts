/**
 * Derives the content type and a default name from the name of a chosen file. A file that is not a supported archive is rejected
 * with the command that makes one.
 */

export type ArchiveFile =
  | { readonly ok: true; readonly contentType: 'application/gzip' | 'application/zip'; readonly name: string }
  | { readonly ok: false; readonly reason: string };

const archiveFormats = [
  { ending: /\.(?:tar\.gz|tgz)$/i, contentType: 'application/gzip' },
  { ending: /\.zip$/i, contentType: 'application/zip' },
] as const;

export function readArchiveFile(file: { readonly name: string; readonly size: number }): ArchiveFile {
  const format = archiveFormats.find(({ ending }) => ending.test(file.name));
  if (format === undefined) {
    return {
      ok: false,
      reason: `“${file.name}” is not a .tar.gz, .tgz or .zip file. Pack the folder, for instance with: tar czf project.tar.gz project`,
    };
  }
  if (file.size === 0) return { ok: false, reason: `“${file.name}” is empty.` };
  return { ok: true, contentType: format.contentType, name: file.name.replace(format.ending, '') };
}
