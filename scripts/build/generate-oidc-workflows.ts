/**
 * The reusable workflows that ask the service. GitHub refuses a caller that grants less than a called job asks for, also where that
 * job could do without. So each has a variant that asks for ID tokens, and callers with a stored token grant nothing new.
 */
export const callingService = ['attest-tests', 'audit', 'fork-post', 'gate', 'gate-status'] as const;

const grant = '      id-token: write # lets the job say itself who it is\n';

const stored = 'api-token: ${{ secrets.api-token }}';

const audience = `      oidc-audience:
        description: "Whom the ID token of the job is for. Default: the origin of \`base-url\`."
        type: string
        default: ""
`;

export function generateOidcWorkflow(name: string, text: string): string {
  const changed = [
    [/^/, `# Generated from ${name}.yml by \`npm run generate\`; do not edit. The same without a stored token: docs/oidc.md.\n#\n`],
    [/^name: (.*)$/m, 'name: $1, without a stored token'],
    [' It needs no permission.', ''],
    [/^( {4}secrets:\n) {6}api-token:\n(?: {8}.*\n)+/m, '$1'],
    [/^(?= {6}runs-on:\n)/m, audience],
    [/(?<=^jobs:\n)[^]*/m, eachJob],
  ] as const;
  const variant = changed.reduce((before, [from, to]) => {
    const after = typeof to === 'string' ? before.replace(from, to) : before.replace(from, to);
    // Only one of the workflows has this sentence.
    if (after === before && from !== ' It needs no permission.') throw new Error(`${name}.yml has nothing like ${String(from)}`);
    return after;
  }, text);
  return variant.replace(/^ {4}secrets:\n(?! {6})/m, '');
}

function eachJob(jobs: string): string {
  return jobs.replace(/^ {2}[\w-]+:\n(?:(?! {2}\S).*\n?)*/gm, (job) =>
    job.includes(stored)
      ? job
          .replaceAll(stored, 'oidc-audience: ${{ inputs.oidc-audience }}')
          .replace(/^ {4}permissions:(?: \{\}\n|\n)/m, `    permissions:\n${grant}`)
      : job,
  );
}
