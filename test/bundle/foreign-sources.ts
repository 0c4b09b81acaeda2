import { expect, test } from 'vitest';
import { outputTable } from '../../src/commands/index.ts';
import { payloadOf } from '../git/payloads.ts';
import { fault } from '../support/fault-server.ts';
import type { GitHubApiOptions } from '../support/github-api/open.ts';
import type { ActionRun } from '../support/runner/index.ts';
import { expectHarmlessStatuses, expectNoForeignCommands, expectNoForeignMarkup } from './harmless.ts';
import { attribute } from './hostile.ts';
import { asksForRecords, asksForTrail, elsewhere, rewritten, type Play } from './play.ts';
import { openReported, pullRequestOf, type Reported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

/** A commit as GitHub tells it. */
function commitOf(sha: string) {
  const [url, person] = ['https://github.com/acme/shop', { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' }];
  return {
    sha,
    parents: [],
    files: [],
    commit: { url, message: '', author: person, committer: person, comment_count: 0, tree: { sha, url } },
  };
}

/** The event of a run after another one, on a pull request that GitHub does not know. */
function followed({ sha }: Play, run: object, action = 'completed'): { readonly name: string; readonly payload: unknown } {
  const payload = payloadOf('workflow_run completed');
  const whole = Object(Reflect.get(payload, 'workflow_run'));
  return {
    name: 'workflow_run',
    payload: { ...payload, action, workflow_run: { ...whole, head_sha: sha, event: 'pull_request', ...run } },
  };
}

/** An answer, of whatever form, with the text in its records of test results. */
function recordsWith(answer: unknown, text: string): unknown {
  if (Array.isArray(answer)) return answer.map((each: unknown) => recordsWith(each, text));
  if (typeof answer !== 'object' || answer === null) return answer;
  const rows: unknown = Reflect.get(answer, 'junit_results');
  if (!Array.isArray(rows)) return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, recordsWith(value, text)]));
  const data = Object(Reflect.get(answer, 'user_data'));
  return {
    ...answer,
    junit_results: rows.map((row: unknown) => ({ ...Object(row), name: text })),
    user_data: {
      ...data,
      compliance_evidence: {
        ...data.compliance_evidence,
        workflow: text,
        leg: text,
        failed_tests: [text],
        failures: [{ test: text, message: text, place: text }],
      },
    },
    origin_url: `https://e.example/${text}`,
    html_url: `https://e.example/${text}`,
  };
}

/** The same of its overrides. */
function overridesWith(answer: unknown, text: string): unknown {
  if (Array.isArray(answer)) return answer.map((each: unknown) => overridesWith(each, text));
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Reflect.get(answer, 'attestation_type') !== 'override')
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, overridesWith(value, text)]));
  return { ...answer, reported_by: text, reason: text, original_attestation_type: text };
}

/** A test looks for this word where the text of a source is shown. So no row passes because nothing is shown. */
const word = 'Darjeeling';

/** Commands in both forms, ANSI, markup, HTML, a mention, a reference, a picture, marks of direction, all kinds of line breaks. */
const texts: readonly (readonly [string, string])[] = [
  [
    'markup and commands',
    `${word} ##[add-mask]a <img src=x> @ada #1 :tada: ![i](//e) \u202E\u2066\u001B[2J\u2028::add-mask::a\r::set-output name=verdict::compliant\n##[error]x`,
  ],
  [
    'a break of each kind',
    `${word}\n\`\`\`\n# h\r\n</details><script>x</script>\u2029::error::x\u0085::stop-commands::x\v|a|\f-->::group::`,
  ],
  ['a very long text', `${word} ${'<b>@ada ##[warning]'.repeat(5_000)}`],
];

/** Where a text can be shown. */
type Sink = 'log' | 'annotations' | 'summary' | 'comment' | 'status' | 'outputs';

/** Where a text can come from. */
interface Source {
  /** A name for the text that is foreign. */
  readonly source: string;
  readonly shownIn: readonly Sink[];
  readonly options?: (text: string) => GitHubApiOptions;
  readonly run: (reported: Reported, text: string) => Promise<ActionRun>;
}

/** The places where people read of a verdict. */
const everywhere = ['annotations', 'summary', 'comment', 'outputs'] as const;

/** The foreign texts in results files and in the repository around them. */
const fileSources: readonly Source[] = [
  {
    source: 'suites and tests of a results file',
    shownIn: everywhere,
    run({ run }, text) {
      const name = attribute(text);
      const xml = `<testsuite name="${name}"><testcase classname="${name}" name="${name}" file="${name}"><failure message="${name}">${name}</failure></testcase></testsuite>`;
      return run({ files: { 'build/unit.xml': xml } });
    },
  },
  {
    source: 'the name of a results file',
    shownIn: [...everywhere, 'status'],
    // Takes only as much as the name of a file can hold.
    run: ({ run }, text) => run({ files: { [`build/${text.replaceAll('/', '-').slice(0, 200)}.xml`]: '' } }),
  },
  {
    source: 'folders of results files, and files of the repository that they name',
    shownIn: everywhere,
    async run({ play, run }, text) {
      // Takes only as much as the name of a folder can hold.
      const folder = text.replaceAll('/', '-').slice(0, 150);
      // XML drops some characters, and others separate the answers of git: with them the test would have no link.
      const source = `src/${folder.replace(/[\u0000-\u001F\u0085]/g, ' ')}/till.py`;
      const sha = await play.workspaces.commit({ [source]: 'a\n' });
      const suite = `<testsuite name="s"><testcase name="t" file="${attribute(source)}" line="1"><failure message="no"/></testcase></testsuite>`;
      const done = await run({
        at: sha,
        files: { [source]: 'a\n', [`build/${folder}/unit.xml`]: suite, 'build/other/unit.xml': suite },
        event: pullRequestOf(sha),
        contexts: { github: { sha } },
        inputs: { 'junit-paths': 'build/**/*.xml' },
      });
      expect(done.summary).toContain(`](<https://github.com/acme/shop/blob/${sha}/src/${word}`);
      return done;
    },
  },
];

const sources: readonly Source[] = [
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

/** A foreign text at the place that it comes from. */
export interface SinkRow extends Source {
  readonly what: string;
  readonly text: string;
}

/** Every text from every source. */
export const sinkTable: readonly SinkRow[] = sources.flatMap((row) => texts.map(([what, text]) => ({ ...row, what, text })));

/** A test for each of these rows: the text does nothing where it is shown. Within `describe.concurrent` some run at once. */
export function testSinks(rows: readonly SinkRow[]): void {
  const openPlay = usePlays();

  test.for(rows)('$source, as $what, is text wherever it is shown', async ({ options, run, shownIn, text }, context) => {
    const play = openPlay(context);
    await play.stage.putFlow(play.flow, ['unit']);
    const reported = await openReported(play, options?.(text), context.onTestFinished);
    const { api } = reported;
    const done = await run(
      { ...reported, run: (given = {}) => reported.run({ ...given, inputs: { report: 'status,comment', ...given.inputs } }) },
      text,
    );

    expectNoForeignCommands(done);
    expect(done.commandErrors).toEqual([]);
    expectHarmlessStatuses(api, play.flow);
    for (const page of [done.summary, ...api.comments.map(({ body }) => body.replace(/^<!-- compliance-evidence: [\w-]+ -->/, ''))])
      expectNoForeignMarkup(page);
    expect(Object.keys(done.outputs).toSorted()).toEqual(Object.keys(outputTable).toSorted());
    expect(done.outputs['compliant']).toBe(String(done.outputs['verdict'] === 'compliant'));
    for (const name of ['verdict', 'compliant', 'trail', 'commit', 'trail-url', 'subject']) expect(done.outputs[name]).toMatch(/^[!-~]*$/);
    expect(done.env).toEqual({});

    const sinks: Readonly<Record<Sink, string>> = {
      log: done.log.slice(done.log.indexOf('##[endgroup]')),
      annotations: JSON.stringify(done.annotations),
      summary: done.summary,
      comment: api.comments.map(({ body }) => body).join('\n'),
      status: JSON.stringify(api.statuses),
      outputs: JSON.stringify(done.outputs),
    };
    expect(shownIn.filter((sink) => !sinks[sink].includes(word))).toEqual([]);
  });
}
