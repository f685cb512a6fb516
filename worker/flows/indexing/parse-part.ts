/** Parses one pack of files into chunks and symbols. Content that its scope stores already, under any path or snapshot, is not parsed again. */

import { AppError } from '../../core/errors.ts';
import { formatContentKey, type ParsedFile } from '../../core/code/parsed-file.ts';
import { chunkerKey } from '../../ingestion/chunks/chunker-version.ts';
import { decodePack } from '../../ingestion/source-files/file-pack.ts';
import { hashFiles, parseFile } from '../../ingestion/parse-files.ts';
import { toRepositoryPath } from '../../ingestion/source-files/wrapper-folder.ts';
import { generationKey, type StagePart } from './stage-part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

export async function parsePart(services: Services, { job, key, claimed, report }: StagePart): Promise<void> {
  const input = partInput.parse(claimed);
  if (input.pack === '') return services.jobParts.finish(key, {});
  const pack = await services.blobStore.get(input.pack);
  if (pack === undefined) throw new AppError('internal', `The pack ${input.pack} is missing.`);
  const files = (await hashFiles(decodePack(pack))).flatMap((file) => {
    const path = toRepositoryPath(file.path, input);
    return path === undefined ? [] : [{ ...file, path }];
  });
  const budget = services.settings.chunk;
  const chunker = chunkerKey(services.parser, services.secretScanner, budget);
  const variant = { chunker, scope: input.scope };
  const known = await services.chunkStore.knownContent(job.shard, variant, files);
  const parsed: ParsedFile[] = [];
  const seen = new Set(known);
  for (const file of files) {
    const contentKey = formatContentKey(file);
    parsed.push(
      seen.has(contentKey)
        ? { path: file.path, content: { hash: file.hash, language: file.language } }
        : await parseFile(file, { parser: services.parser, secretScanner: services.secretScanner, budget }),
    );
    seen.add(contentKey);
    report({ files: parsed.length });
  }
  await services.chunkStore.saveParsed(generationKey(job), key, { ...variant, files: parsed });
}
