import { describe } from 'vitest';
import { createManifestReader } from '../../../../worker/adapters/manifests/manifest-reader.ts';
import { manifestReaderContract } from '../../../contracts/manifest-reader.ts';

describe('the manifest reader', () => manifestReaderContract(createManifestReader));
