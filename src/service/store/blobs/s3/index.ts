import { UsageError } from '../../../../errors/index.ts';
import { FilesUnreachable } from '../../unreachable.ts';
import type { FilesPlace } from '../blobs.ts';
import { readBucket, type Environment } from './address.ts';
import { openS3Blobs, tryWriting } from './blobs.ts';
import { filesInBucket } from './kept-files.ts';
import { objectsIn } from './objects.ts';
import { restoredInBucket } from './restored-files.ts';

/** A place in a bucket of an object store. */
export function bucketPlace(blobs: string, env?: Environment): FilesPlace {
  const bucket = readBucket(blobs, env);
  const objects = objectsIn(bucket);
  return {
    claim: async () => {
      await tryWriting(objects).catch((cause: unknown) => {
        if (!(cause instanceof FilesUnreachable)) throw cause;
        throw new UsageError('invalid-input', `The attached files cannot be kept in ${cause.message}.`, {
          cause,
          fix: 'Check the bucket, its region and endpoint, and that the credentials may list it, and put, get and delete objects there.',
        });
      });
    },
    open: (hasBlob) => openS3Blobs(objects, hasBlob),
    kept: filesInBucket(objects),
    openEmpty: () => restoredInBucket(objects, blobs),
  };
}
