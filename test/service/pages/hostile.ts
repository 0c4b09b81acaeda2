import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { finding } from '../../commands/audit/stage.ts';
import { print, provide, putEnvironment } from '../environment-support.ts';
import { attest, field, putFlow, putPolicy, red, sha, world, type Answer, type World } from '../support.ts';
import { evaluatedBy, make, ofPerson } from '../types-support.ts';

export const good = JSON.stringify({
  outcome: { text: 'x' },
  population: { changes: 1, landings: 1, commits: 1 },
  holes: [],
  rules: [],
  findings: [],
});
export const withFindings = (findings: string): string => good.replace('"findings":[]', `"findings":${findings}`);

export async function archived(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer<ArrayBuffer>> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** Records what says to be an audit, with this file, as anybody may who may record. */
export async function handIn(
  it: World,
  content: Uint8Array<ArrayBuffer>,
  name = 'evidence.tgz',
  data: object = {},
  rule = 'true',
): Promise<string> {
  await make(it, { name: 'compliance-audit', ...evaluatedBy(rule) });
  const said = { attestation_name: 'audit', type_name: 'compliance-audit', attestation_data: data };
  const answer = await it.form('POST', '/attestations/acme/f/trail/t/custom', said, { name, content });
  return `/acme/audits/${String(field(answer.body, 'attestation_id'))}`;
}

async function taken(answer: Promise<Answer>): Promise<void> {
  const { body, status } = await answer;
  expect([200, 201], `answered ${JSON.stringify(body)}`).toContain(status);
}

/** As long as a name may be, and without a place to break it. */
export const longName = 'W'.repeat(255);

/** A record of every other kind. Addresses that a browser must not follow are taken there. */
function otherKinds(text: string, oneLine: string): Readonly<Record<string, object>> {
  const [script, markup] = [`javascript:${text.slice(0, 5000)}`, 'https://x.example/"><script>'];
  return {
    generic: { attestation_name: longName, is_compliant: false },
    pull_request: {
      attestation_name: 'review',
      git_provider: 'github',
      pull_requests: [script, markup].map((url) => ({ url, state: text, author: text, title: text, approvers: [{ username: text }] })),
    },
    jira: {
      attestation_name: 'issue',
      jira_results: [script, markup].map((issue_url) => ({ issue_id: text, issue_url, issue_exists: false })),
    },
    sonar: {
      attestation_name: 'quality',
      sonar_results: { analysedAt: text, revision: text, status: text, project: { key: text, url: script }, qualityGate: { status: text } },
    },
    snyk: {
      attestation_name: 'scan',
      snyk_results: {
        tool: { name: text, version: text },
        results: [{ low_count: 0, medium_count: 0, high_count: 1, high: [{ id: text }] }],
      },
    },
    system: {
      attestation_name: 'decided',
      type_name: 'decision',
      control: oneLine.slice(0, 255),
      attestation_data: { is_compliant: false },
    },
  };
}

/** Everything that somebody may send, in every field that a page shows; their own name too. */
export async function filled(text: string): Promise<World> {
  const mail = { host: '127.0.0.1', port: 9, security: 'none', login: undefined, from: 'evidence@acme.example' } as const;
  const own = await world(undefined, { oidc: {}, mail });
  // The clients of some fields refuse what is not on one line.
  const oneLine = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
  const user = oneLine.slice(0, 255);
  const it = { ...own, ...own.as(await createToken({ dataDir: own.dataDir, user, orgs: ['acme'], role: 'member' })) };
  await putFlow(it, 'f', `version: 1\n# ${text.replace(/[\p{C}\n]/gu, '').slice(0, 1000)}\n`);
  await taken(it.form('PUT', '/flows/acme/template_file', { name: 'f', description: text }));
  await taken(it.json('PATCH', '/tags/acme/flow/f', { set_tags: { a: text.replace(/\p{Cc}/gu, '').slice(0, 250) } }));
  const label = text.replace(/[=.]/g, '').slice(0, 300);
  const commit = {
    sha1: sha,
    message: text,
    author: text,
    branch: text,
    url: `https://x.example/${encodeURIComponent(text.toWellFormed().slice(0, 1000))}`,
  };
  const about = { git_commit_info: commit, description: text, external_urls: { [label]: { href: 'https://x.example/"><script>' } } };
  await taken(it.form('PUT', '/trails/acme/f', { name: 't', ...about, origin_url: 'https://x.example/?"><script>' }));
  await taken(
    attest(
      it,
      'f/t',
      {
        ...about,
        junit_results: [{ ...red, name: text }],
        annotations: { a: text },
        user_data: {
          compliance_evidence: {
            event: text,
            workflow: text,
            job: text,
            failed_tests: [text],
            failures: [{ test: text, message: text, place: text }],
          },
        },
      },
      { name: 'r.xml', content: 'x' },
    ),
  );
  for (const [kind, said] of Object.entries(otherKinds(text, oneLine)))
    await taken(it.form('POST', `/attestations/acme/f/trail/t/${kind}`, { ...about, ...said }));
  await taken(
    it.json('POST', '/attestations/acme/f/trail/t/override', {
      attestation_name: 'unit',
      reason: text.slice(0, 8000),
      new_compliance_status: true,
      original_attestation_type: 'junit',
    }),
  );
  await provide(it, 'a', 't', {
    ...about,
    description: text.slice(0, 8000),
    filename: text.slice(0, 1000),
    build_url: 'https://x.example/"><script>',
  });
  await putEnvironment(it, 'prod');
  await taken(
    it.json('PUT', '/environments/acme/prod/report/server', {
      artifacts: [{ digests: { [text.slice(0, 1000)]: print('b') }, creationTimestamp: 1 }],
    }),
  );
  await taken(
    it.json('PUT', '/environments/acme/prod/report/server', {
      artifacts: [{ digests: { [text.slice(0, 1000)]: print('c') }, creationTimestamp: 2 }],
    }),
  );
  const answer = {
    state: 'APPROVED',
    comment: text.slice(0, 8000),
    approved_by: text.slice(0, 1000),
    approval_url: 'https://x.example/"><script>',
  };
  const approved = {
    artifact_fingerprint: print('a'),
    description: text.slice(0, 8000),
    src_commit_list: [sha],
    approvals: [answer],
    user_data: {},
  };
  await taken(it.json('POST', '/approvals/acme/f', approved));
  await taken(
    putPolicy(it, 'p', '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n', {
      description: text.slice(0, 8000),
    }),
  );
  const summary = [{ name: oneLine.slice(0, 250), expression: '.age' }];
  const rule = `.age > 18 # ${oneLine.slice(0, 500)}`;
  await taken(make(it, { description: text.slice(0, 8000), summary, ...evaluatedBy(rule) }, ofPerson));
  await taken(
    it.form('POST', '/attestations/acme/f/trail/t/custom', {
      attestation_name: 'who',
      type_name: 'person',
      attestation_data: { age: 7, [text.slice(0, 200)]: text },
    }),
  );
  const allowed = { artifact_fingerprint: print('e'), artifact_name: text.slice(0, 1000), description: text.slice(0, 8000) };
  await taken(it.json('PUT', '/allowlists/acme/prod', allowed));
  const people = { role: 'reader', label: oneLine.slice(0, 100) } as const;
  await createToken({ dataDir: it.dataDir, user, orgs: ['acme'], flows: ['f'], ...people });
  const ofGit = oneLine.replace(/[\s*?[\\^~:]/g, '').slice(0, 400);
  const admin = it.as(await createToken({ dataDir: it.dataDir, user: 'root', orgs: ['acme'], role: 'admin' }));
  await taken(
    admin.json('POST', '/oidc/rules/acme', {
      role: 'recorder',
      repository: 'acme/shop',
      repository_id: '7',
      audience: 'evidence',
      workflow: `acme/ci/.github/workflows/gate.yml@refs/heads/${ofGit}`,
      ref: `refs/heads/${ofGit}`,
      environment: oneLine.slice(0, 255),
      events: ['push'],
    }),
  );
  await taken(
    it.json('PUT', '/organizations/acme/environments_notifications', {
      name: 'told',
      environments: ['prod'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      targets: [{ type: 'EMAIL', emails: [`${oneLine.replace(/[^\w'+&-]/g, '').slice(0, 60)}@x.example`] }],
    }),
  );
  await nameAtLength(it);
  const found = { ...finding('high'), rule: text, message: text, fix: text, subject: { kind: text, id: text, url: `javascript:${text}` } };
  const accepted = { ...found, accepted: { reason: text, owner: text, until: text } };
  await handIn(it, await archived({ 'audit.json': withFindings(JSON.stringify([found, accepted])) }), 'evidence.tgz', {
    outcome: { tone: text, word: text.slice(0, 8000), text: text.slice(0, 8000) },
    scope: { repository: text.slice(0, 8000), since: text.slice(0, 1000), until: text.slice(0, 1000) },
    attached: ['audit.json'],
    run: `javascript:${text.slice(0, 1000)}`,
    findings: { high: text.slice(0, 1000) },
  });
  return it;
}

/** One of each thing whose name holds few letters, with the longest name that it may have. */
async function nameAtLength(it: World): Promise<void> {
  await taken(putFlow(it, longName, `version: 1\ntrail:\n  attestations:\n    - {name: ${longName}, type: junit}\n`));
  await taken(attest(it, `${longName}/${longName}`, { attestation_name: longName, junit_results: [red] }));
  await taken(putPolicy(it, longName, '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n'));
  await putEnvironment(it, longName, { policies: [longName] });
  await taken(
    it.json('PUT', `/environments/acme/${longName}/report/server`, {
      artifacts: [{ digests: { [longName]: print('f') }, creationTimestamp: 1 }],
    }),
  );
  await taken(make(it, { name: longName, ...evaluatedBy('true') }));
}

/** The pages of what has such a name. */
export const longNamed = [
  ...['environments', 'policies', 'types'].map((list) => `${list}/${longName}`),
  `environments/${longName}/snapshots/1`,
  `flows/${longName}`,
  `flows/${longName}/trails/${longName}`,
].map((path) => `/acme/${path}`);
