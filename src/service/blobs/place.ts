import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError, wrongUse } from '../../errors/index.ts';
import type { Environment } from '../backend.ts';
import type { FilesPlace } from './blobs.ts';
import { filesIn, openBlobs, restoredFiles } from './folder.ts';

/** The place that `--blobs` names: a folder, or a bucket of an object store. Nothing is opened, nor loaded, before it is needed. */
export function filesPlace(blobs: string | undefined, env: Environment): FilesPlace {
  let found: Promise<FilesPlace> | undefined;
  const place = (): Promise<FilesPlace> => (found ??= placeOf(blobs, env));
  return {
    claim: async () => (await place()).claim(),
    open: async (hasBlob) => (await place()).open(hasBlob),
    kept: {
      // Without a place, a check of the files says so, and not that they are missing.
      names: async () => (blobs === undefined ? [] : await (await place()).kept.names()),
      problemOf: async (blob) => (await place()).kept.problemOf(blob),
      read: async (blob) => (await place()).kept.read(blob),
    },
    openEmpty: async () => (await place()).openEmpty(),
  };
}

async function placeOf(blobs: string | undefined, env: Environment): Promise<FilesPlace> {
  if (blobs === undefined) {
    throw new UsageError('missing-input', '--blobs is missing: where the attached files are, next to --database-url', {
      fix: 'Add --blobs DIR, a folder that every process of the service reaches; or --blobs s3://BUCKET',
    });
  }
  if (!/^s3:/i.test(blobs)) return folderPlace(resolve(blobs));
  const { bucketPlace } = await import('./s3/bucket.ts');
  return bucketPlace(blobs, env);
}

function folderPlace(folder: string): FilesPlace {
  return {
    claim: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
        throw wrongUse(
          `The folder ${folder} cannot be made: ${String(cause)}`,
          'Name with --blobs a folder that this user may write.',
          cause,
        );
      });
    },
    open: (hasBlob) => openBlobs(folder, hasBlob, { shared: true }),
    kept: filesIn(folder),
    openEmpty: () => restoredFiles(folder),
  };
}
