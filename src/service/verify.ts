import { complianceRules } from './evidence/gate/names.ts';
import { verify, type Verification, type VerifyRequest } from './store/index.ts';

/** Compares the tables and files of a data directory with its records. Throws if the directory cannot be read. */
export function verifyData(request: Omit<VerifyRequest, 'rules'>): Promise<Verification> {
  return verify({ ...request, rules: complianceRules });
}
