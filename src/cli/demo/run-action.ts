import { runBundle, type BundleRun } from './run-bundle.ts';

/** Runs the action as the first workflow of the README does, for a push of this commit to the shop. */
export async function runAction(options: {
  readonly root: string;
  readonly shop: string;
  readonly folder: string;
  readonly commit: string;
  /** Number of the run. */
  readonly attempt: number;
  readonly inputs: Readonly<Record<string, string>>;
  readonly interrupt: AbortSignal;
}): Promise<BundleRun> {
  const { attempt, commit, folder, inputs, interrupt, root, shop } = options;
  const repository = 'acme/checkout-service';
  const server = 'https://github.com';
  return runBundle({
    root,
    interrupt,
    folder,
    workspace: shop,
    inputs: {
      ...inputs,
      'attestation-name': 'unit-tests',
      'junit-paths': 'build/test-results/**/*.xml',
      'required-attestations': 'unit-tests',
    },
    event: { ref: 'refs/heads/main', after: commit, repository: { id: 1, full_name: repository, html_url: `${server}/${repository}` } },
    github: {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: commit,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_SERVER_URL: server,
      GITHUB_REPOSITORY: repository,
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_WORKFLOW: 'Tests',
      GITHUB_JOB: 'tests',
      GITHUB_RUN_ID: String(attempt),
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_NUMBER: String(attempt),
      GITHUB_ACTOR: 'demo',
    },
  });
}
