import type { TrailQuestion } from './question.ts';

/** The two-job pipeline: each test job attests, one last job decides. */
export function twoJobs(question: TrailQuestion, required: readonly string[]): string {
  return `Record every attestation in its own job with command: attest, and decide in one last job:

gate:
  needs: [${jobsOf(required).join(', ')}]
  if: \${{ always() }}
  runs-on: ubuntu-latest
  steps:
    - uses: <owner>/compliance-evidence@v1
      with:
        command: gate
        base-url: \${{ vars.EVIDENCE_BASE_URL }}
        api-token: \${{ secrets.EVIDENCE_API_TOKEN }}
        org: ${question.org}
        flow: ${question.flow}
        required-attestations: ${required.join(', ')}`;
}

function jobsOf(required: readonly string[]): readonly string[] {
  return required.map((name) => name.replace(/[^A-Za-z0-9_-]/g, '-'));
}

/** The step that would record a name. */
export function recordIt(name: string, question: TrailQuestion): string {
  const [attestation, artifact] = name.includes('.')
    ? [name.slice(name.indexOf('.') + 1), name.slice(0, name.indexOf('.'))]
    : [name, undefined];
  return `Run the job that records it, or add a step to it: command: attest, flow: ${question.flow}, attestation-name: ${attestation}${artifact === undefined ? '' : `, target-artifacts: ${artifact}`}. If it comes from another job, make this one need it (needs: …) or set wait-timeout`;
}

/** How to keep two kinds of run apart under names of their own. */
export function nameApart(name: string, byMatrix: readonly string[]): string {
  const suffix = byMatrix.length > 0 ? byMatrix.map((key) => `\${{ matrix.${key} }}`).join('-') : '${{ github.job }}';
  return `attestation-name: ${name}-${suffix}`;
}
