/** One pack of files to chunks and symbols. Content stored before, under any path or snapshot, is not parsed again. */

import { AppError } from '../../core/errors.ts';
import { contentName, type ParsedFile } from '../../core/parsed-file.ts';
import { chunkerKey } from '../../ingestion/chunker-version.ts';
import { decodePack } from '../../ingestion/pack.ts';
import { hashFiles, parseFile } from '../../ingestion/parse-files.ts';
import { pathInRepository } from '../../ingestion/wrapper-folder.ts';
import { generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

export async function parsePart(services: Services, { job, key, claimed, report }: Part): Promise<void> {
  const input = partInput.parse(claimed);
  if (input.pack === '') return services.jobParts.finish(key, {});
  const pack = await services.blobStore.get(input.pack);
  if (pack === undefined) throw new AppError('internal', `The pack ${input.pack} is gone.`);
  const files = (await hashFiles(decodePack(pack))).flatMap((file) => {
    const path = pathInRepository(file.path, input);
    return path === undefined ? [] : [{ ...file, path }];
  });
  const budget = services.settings.chunk;
  const chunker = chunkerKey(services.parser, services.secretScanner, budget);
  const known = await services.chunkStore.knownContent(job.shard, chunker, files);
  const parsed: ParsedFile[] = [];
  const seen = new Set(known);
  for (const file of files) {
    const name = contentName(file);
    parsed.push(
      seen.has(name)
        ? { path: file.path, content: { hash: file.hash, language: file.language } }
        : await parseFile(file, { parser: services.parser, secretScanner: services.secretScanner, budget }),
    );
    seen.add(name);
    report({ files: parsed.length });
  }
  await services.chunkStore.saveParsed(generationOf(job), key, { chunker, files: parsed });
}
