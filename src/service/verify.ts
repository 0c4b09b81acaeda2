import { complianceRules } from './evidence/context.ts';
import { verify, type VerifyReport, type VerifyRequest } from './store/index.ts';

/** Compares the tables and files of a data directory with its records. Throws if the directory cannot be read. */
export function verifyData(request: Omit<VerifyRequest, 'rules'>): Promise<VerifyReport> {
  return verify({ ...request, rules: complianceRules });
}
