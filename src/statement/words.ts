/** in-toto/attestation, spec/v1/statement.md and spec/predicates/test-result.md; https://slsa.dev/spec/v1.2/verification_summary */
export const statementType = 'https://in-toto.io/Statement/v1';
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1';
export const summaryType = 'https://slsa.dev/verification_summary/v1';
export const payloadType = 'application/vnd.in-toto+json';
export const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** In `verifiedLevels`, each alone: a reader that asks for the first refuses a yes that stands by an override. */
export const levels = {
  compliant: 'COMPLIANCE_EVIDENCE_COMPLIANT',
  overridden: 'COMPLIANCE_EVIDENCE_OVERRIDDEN',
  failed: 'FAILED',
} as const;

/** Our field in a predicate of test results. Nowhere else is there one, because sigstore-go refuses it. */
export const ownField = 'complianceEvidence';

/** All that is written can be read again. `actions/attest` takes a little more of a predicate, and as many subjects. */
export const limits = {
  predicateBytes: 15_000_000,
  subjects: 1_024,
  statementBytes: 16 * 1024 * 1024,
  fileBytes: 24 * 1024 * 1024,
  json: { depth: 16, values: 520_000, names: 1_000 },
} as const;
