import { rules } from './evidence/rules.ts';
import { verify, type VerifyReport, type VerifyRequest } from './store/index.ts';

/** Compares what a data directory's tables and files say with what its records say. Throws when it cannot be read. */
export function verifyData(request: Omit<VerifyRequest, 'rules'>): Promise<VerifyReport> {
  return verify({ ...request, rules });
}
