import { fault } from '../support/fault-server.ts';
import { commitOf, followed, overridesWith, recordsWith } from './foreign-answers.ts';
import { asksForRecords, asksForTrail, elsewhere, rewritten } from './play.ts';
import { fileSources } from './foreign-files.ts';
import { everywhere, type Source } from './foreign-source.ts';
import type { Reported } from './reported.ts';
import { red } from './workspace.ts';

export const sources: readonly Source[] = [
  ...fileSources,
  {
    source: 'a tag that is pushed, on another checkout',
    shownIn: ['annotations', 'summary', 'outputs'],
    run: ({ play, run }, text) =>
      run({ at: play.workspaces.parent, event: { name: 'push', payload: { ref: `refs/tags/${text}`, after: play.sha } } }),
  },
  {
    source: 'a branch that is deleted',
    shownIn: ['annotations', 'summary', 'outputs'],
    run: ({ play, run }, text) =>
      run({
        event: { name: 'push', payload: { ref: `refs/heads/${text}`, after: '0'.repeat(40), before: play.sha } },
        inputs: { command: 'gate' },
      }),
  },
  {
    source: 'branch, commit, author and repository of an event',
    shownIn: ['log'],
    run: ({ play, run }, text) =>
      run({
        checkout: false,
        inputs: { 'dry-run': 'true' },
        event: {
          name: 'push',
          payload: {
            ref: `refs/heads/${text}`,
            after: play.sha,
            repository: { full_name: 'acme/shop', description: text },
            head_commit: { id: play.sha, message: text, author: { name: text, email: text, username: text } },
          },
        },
      }),
  },
  {
    source: 'the workflow that a run follows',
    shownIn: ['log', 'summary', 'status'],
    run: ({ play, run }, text) => run({ event: followed(play, { name: text, head_branch: text, status: text }, 'requested') }),
  },
  {
    source: 'the branch that a followed run is of',
    shownIn: ['annotations'],
    run: ({ play, run }, text) => run({ event: followed(play, { head_branch: text }) }),
  },
  {
    source: 'the trigger of a followed run',
    shownIn: ['log'],
    run: ({ play, run }, text) => run({ event: followed(play, { event: text }) }),
  },
  {
    source: 'the jobs before the gate, and how they ended',
    shownIn: [...everywhere, 'status'],
    run: async ({ run }, text) => {
      await run();
      return run({
        inputs: { command: 'gate', jobs: JSON.stringify({ [text]: { result: 'failure' }, other: { result: text.slice(0, 200) } }) },
      });
    },
  },
  {
    source: 'job, workflow and matrix of the run that recorded',
    shownIn: ['annotations', 'summary', 'comment', 'outputs'],
    run: async ({ run }, text) => {
      await run({
        files: { 'build/unit.xml': red },
        inputs: { command: 'attest', report: 'none' },
        contexts: { github: { job: text.slice(0, 10_000), workflow: text.slice(0, 10_000) }, matrix: { os: text.slice(0, 10_000) } },
      });
      return run({ inputs: { command: 'gate' } });
    },
  },
  {
    source: 'inputs',
    shownIn: everywhere,
    run: ({ run }, text) =>
      run({ inputs: { 'attestation-name': text, 'min-tests': text, 'fail-on': text, trail: text, 'origin-url': text } }),
  },
  {
    source: 'the description of what is recorded',
    shownIn: ['log'],
    run: ({ run }, text) =>
      run({
        inputs: {
          command: 'artifact-report',
          fingerprint: 'a'.repeat(64),
          filename: 'shop',
          description: text,
          'dry-run': 'true',
          report: 'none',
        },
      }),
  },
  {
    source: 'who approved, and what they said',
    shownIn: ['log'],
    run: ({ run }, text) =>
      run({
        inputs: {
          command: 'approval-report',
          fingerprint: 'a'.repeat(64),
          'approved-by': text,
          comment: text,
          'dry-run': 'true',
          report: 'none',
        },
      }),
  },
  ...[400, 403, 500].map((status) => ({
    source: `the service, with ${status}`,
    shownIn: everywhere,
    run: async ({ play, run }: Reported, text: string) => {
      const server = await play.faulty(() => fault.status(status, {}, { message: text, errors: { [text]: text } }));
      return run({ inputs: { 'base-url': server.url, timeout: '1s' } });
    },
  })),
  {
    source: 'attestations, artifacts, states and links of the trail',
    shownIn: [...everywhere, 'status'],
    run: async ({ play, run }, text) => {
      const row = {
        attestation_name: text,
        attestation_type: text,
        status: text,
        is_compliant: false,
        html_url: `https://e.example/${text}`,
      };
      const artifact = { status: text, is_compliant: false, attestations_statuses: [row] };
      const server = await play.faulty((request) =>
        asksForTrail(request)
          ? rewritten(play.stage, request, (answer) => {
              const { compliance_status: status, ...trail } = Object(answer);
              const rows = [row, ...status.attestations_statuses];
              return {
                ...trail,
                html_url: `https://e.example/${text}`,
                compliance_status: { ...status, attestations_statuses: rows, artifacts_statuses: { [text]: artifact } },
              };
            })
          : fault.pass(),
      );
      return run({ inputs: elsewhere(server.url) });
    },
  },
  {
    source: 'records of a name: results, run and links',
    shownIn: everywhere,
    run: async ({ play, run }, text) => {
      await run({ files: { 'build/unit.xml': red }, inputs: { report: 'none' } });
      const server = await play.faulty((request) =>
        asksForRecords(request) ? rewritten(play.stage, request, (answer) => recordsWith(answer, text)) : fault.pass(),
      );
      return run({ inputs: { ...elsewhere(server.url), command: 'gate' } });
    },
  },
  {
    source: 'who overrode what, and why',
    shownIn: ['log', 'summary', 'comment'],
    run: async ({ play, run }, text) => {
      await run({ files: { 'build/unit.xml': red }, inputs: { command: 'attest', report: 'none' } });
      const kind = { 'attestation-type': 'override', 'original-type': 'junit', compliant: 'true', reason: 'known' };
      await run({ inputs: { command: 'attest', report: 'none', 'junit-paths': '', ...kind } });
      const server = await play.faulty((request) =>
        asksForRecords(request) ? rewritten(play.stage, request, (answer) => overridesWith(answer, text)) : fault.pass(),
      );
      return run({ inputs: { ...elsewhere(server.url), command: 'gate' } });
    },
  },
  {
    source: 'an answer to a question',
    shownIn: ['outputs'],
    run: async ({ play, run }, text) => {
      const server = await play.faulty(() =>
        fault.status(200, { 'content-type': 'application/json' }, [{ name: text, [text.slice(0, 200)]: 1 }]),
      );
      return run({ inputs: { 'base-url': server.url, command: 'query', operation: 'list-flows', report: 'none' } });
    },
  },
  {
    source: 'what GitHub says when it refuses',
    shownIn: ['annotations'],
    options: (text) => ({ refuse: () => ({ status: 403, message: text }) }),
    run: ({ run }) => run(),
  },
  {
    source: 'the commit as GitHub tells it',
    shownIn: ['log'],
    options: (text) => ({
      commit: (sha) => ({
        ...commitOf(sha),
        commit: { ...commitOf(sha).commit, message: text, author: { name: text, email: text, date: '2026-01-02T03:04:05Z' } },
      }),
    }),
    run: ({ run }) => run({ checkout: false, inputs: { 'dry-run': 'true' } }),
  },
];
