/**
 * What a chosen file tells before it is sent: the type the server is told, and a name to begin with. A file that is no
 * archive the server reads is refused here, with what would do.
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
