/**
 * The state of one upload. The page binds to its fields. Choosing a file only checks it; `send` uploads it.
 */
import { uploadArchive, type Problem } from '../../api.ts';
import { toProblem } from '../../to-problem.ts';
import type { UploadProgress } from '../../upload-fetch.ts';
import { readArchiveFile, type ArchiveFile } from './archive-file.ts';

interface Upload {
  file: File | null;
  contentType: Extract<ArchiveFile, { ok: true }>['contentType'];
  name: string;
  ref: string;
  /** Why the chosen file was rejected before it was sent. */
  rejection: string | null;
  problem: Problem | null;
  /** Null while nothing is being sent. */
  progress: UploadProgress | null;
}

export function createUpload(onAccepted: (id: string) => void) {
  const upload = $state<Upload>({
    file: null,
    contentType: 'application/gzip',
    name: '',
    ref: '',
    rejection: null,
    problem: null,
    progress: null,
  });
  let controller = new AbortController();

  function choose(file: File): void {
    const archive = readArchiveFile(file);
    if (archive.ok) Object.assign(upload, { file, contentType: archive.contentType, name: archive.name });
    else upload.file = null;
    upload.rejection = archive.ok ? null : archive.reason;
    upload.problem = null;
  }

  async function send(): Promise<void> {
    const { file, contentType } = upload;
    if (file === null || upload.progress !== null) return;
    controller = new AbortController();
    upload.problem = null;
    upload.progress = { sentBytes: 0, totalBytes: file.size };
    const ref = upload.ref.trim();
    try {
      const accepted = await uploadArchive({
        query: { name: upload.name.trim(), ...(ref === '' ? {} : { ref }) },
        archive: { contentType, body: file },
        onProgress: (progress) => {
          upload.progress = progress;
        },
        signal: controller.signal,
      });
      onAccepted(accepted.id);
    } catch (thrown) {
      if (!controller.signal.aborted) upload.problem = toProblem(thrown, uploadFailed);
    } finally {
      upload.progress = null;
    }
  }

  return { upload, choose, send, stop: () => controller.abort() };
}

const uploadFailed = { title: 'The upload failed', code: 'internal', fix: 'Try again.' };
