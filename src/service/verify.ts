import { judges } from './evidence/judges.ts';
import { verify, type VerifyReport, type VerifyRequest } from './store/index.ts';

/** Compares what a data directory's tables and files say with what its records say. Throws when it cannot be read. */
export function verifyData(request: Omit<VerifyRequest, 'judges'>): Promise<VerifyReport> {
  return verify({ ...request, judges });
}
