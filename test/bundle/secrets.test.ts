import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { rows } from '../support/runs.ts';
import { expectSecret, near, runWithSummary } from './expected.ts';
import { asksForTrail, elsewhere, isPost, rewritten } from './play.ts';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

test('a token that the service repeats in its refusal is shown nowhere', async (context) => {
  const play = openPlay(context);
  const { member } = play.stage.tokens;
  const bodies = [
    { message: `${near}, ${member}, is no good` },
    `${near}, Bearer ${member}, is no good`,
    { detail: { [member]: `${near} ${encodeURIComponent(member)}` } },
  ];
  for (const body of rows(bodies, (each) => each !== bodies[0])) {
    const server = await play.faulty(() => fault.status(403, {}, body));
    const all = await runWithSummary(play, { inputs: elsewhere(server.url) });
    expect(all.run.outputs['reasons']).toContain(near);
    expect(all.summary).toContain(near);
    expectSecret(member, all);
  }
});

test('nor one in an answer that cannot be read, or behind which the trail hides', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const { member } = play.stage.tokens;
  const page = await play.faulty(() => fault.wrongContentType(`${near} ${member}`));
  expectSecret(member, await runWithSummary(play, { inputs: { 'base-url': page.url } }));
  const server = await play.faulty((request) =>
    asksForTrail(request)
      ? rewritten(play.stage, request, (answer) => ({
          ...Object(answer),
          html_url: `https://evidence.example/?token=${member}`,
          compliance_state: `${near} ${member}`,
        }))
      : fault.pass(),
  );
  const all = await runWithSummary(play, { inputs: elsewhere(server.url) });
  expect(all.run.outputs['verdict']).toBe('unknown');
  expect(all.summary).toContain(near);
  expectSecret(member, all);
});

test('nor one that a test prints in its failure', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const { member } = play.stage.tokens;
  const all = await runWithSummary(play, { files: { 'build/unit.xml': red.replace('2 is not 1', `${near}: ${member}`) } });
  expect(all.summary).toContain(near);
  expectSecret(member, all);
});

test('nor base64 of one, as credentials are sent, in the log, the summary, the outputs and the comment', async (context) => {
  const { api, play, run } = await openReported(openPlay(context));
  const { member } = play.stage.tokens;
  const basic = ['x-access-token:', 'ci:', 'gate:'].map((user) => Buffer.from(`${user}${member}`).toString('base64'));
  const server = await play.faulty((request) =>
    asksForTrail(request)
      ? fault.status(403, {}, { message: `${near}, AUTHORIZATION: basic ${basic.join(' or ')}, is no good` })
      : fault.pass(),
  );
  const file = join(await play.workspaces.make({ 'summary.md': '' }, { checkout: false }), 'summary.md');
  const files = { 'build/unit.xml': red.replace('2 is not 1', `${near}: ${basic.join(' and ')}`) };
  const contexts = { github: { step_summary: file } };
  for (const inputs of [{}, { 'base-url': server.url }]) {
    const done = await run({ files, contexts, inputs: { report: 'status,comment', ...inputs } });
    const summary = await readFile(file, 'utf8');
    expect(summary).toContain(near);
    expect(api.comments[0]?.body).toContain(near);
    expectSecret(member, { run: done, summary: `${summary}${JSON.stringify([api.comments, api.statuses])}` });
  }
});

test('nor one that comes in pieces, which come together where it is shown', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const { member } = play.stage.tokens;
  const apart = (part: string): string => `${member.slice(0, 7)}${part}${member.slice(7)}`;
  const texts = ['\u200B', '\u001B', '\u001B[31m', '\u00AD', '\u061C', '\u2066', '\u0000', '\t'].map((part) => `${near}: ${apart(part)}`);
  const server = await play.faulty((request) =>
    asksForTrail(request)
      ? rewritten(play.stage, request, (answer) => ({
          ...Object(answer),
          html_url: `https://evidence.example/?${apart('\t')}`,
          compliance_state: texts.join(' '),
        }))
      : fault.pass(),
  );
  const said = await play.faulty(() => fault.status(403, {}, { message: texts.join(' '), errors: { [apart('\u200B')]: 'no' } }));
  const failing = red.replace('2 is not 1', texts.filter((text) => !/[\u0000\u001B]/.test(text)).join(' '));
  for (const run of [
    { inputs: elsewhere(server.url) },
    { inputs: { 'base-url': said.url } },
    { files: { 'build/unit.xml': failing.replace('name="basket"', `name="${apart('\u200B')}"`) } },
  ]) {
    const all = await runWithSummary(play, run);
    expect(all.summary).toContain(near);
    expectSecret(member, all);
    // A reader who drops invisible characters does not get it either.
    const seen = `${all.summary}${JSON.stringify(all.run.outputs)}`.replace(/[\p{Cc}\p{Cf}]/gu, '');
    expect(seen).not.toContain(member);
    expect(seen).not.toContain(member.slice(7));
  }
});

test('nor a token in a wrong place: another input, or beside a mistyped command', async (context) => {
  const play = openPlay(context);
  const { member } = play.stage.tokens;
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { org: member, 'fail-on': member },
    { command: member },
    { 'api-token': `${member} ${member}`, flow: member },
    { org: member },
    { 'fail-on': member },
  ];
  for (const inputs of rows(wrong, (each) => wrong.indexOf(each) < 3)) {
    const all = await runWithSummary(play, { inputs });
    expect(all.run.conclusion).toBe('failure');
    expectSecret(member, all);
  }
});

test('the token of GitHub is shown nowhere, and goes to GitHub alone', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const token = 'ghs_harnessTokenThatNobodyIssued0000';
  const github = await play.faulty((request) =>
    fault.status(401, {}, { message: `${near} is no good: ${String(request.headers['authorization'])}` }),
  );
  const service = await play.faulty(() => fault.pass());
  const all = await runWithSummary(play, {
    checkout: false,
    contexts: { github: { api_url: github.url } },
    inputs: { 'base-url': service.url },
  });
  expect(github.requests.length).toBeGreaterThan(0);
  expectSecret(token, all);
  for (const request of service.requests) expect(`${JSON.stringify(request.headers)}${request.body.toString()}`).not.toContain(token);
  for (const request of github.requests) expect(JSON.stringify(request.headers)).not.toContain(play.stage.tokens.member);
});

test('credentials in an address that is refused are not repeated', async (context) => {
  const play = openPlay(context);
  const secret = 'hunter2hunter2';
  const address = `https://user:${secret}@ci.example.com`;
  const addresses: readonly Readonly<Record<string, string>>[] = [
    { 'base-url': address, 'origin-url': address, 'external-urls': `log=${address}` },
    { 'base-url': `https://user:${secret}@ evidence` },
    { 'base-url': address },
    { 'origin-url': address },
    { 'external-urls': `log=${address}` },
  ];
  for (const inputs of rows(addresses, (each) => addresses.indexOf(each) < 2)) {
    const all = await runWithSummary(play, { inputs });
    expect(all.run.outputs['verdict']).toBe('usage');
    for (const name of Object.keys(inputs)) expect(all.run.log).toContain(name);
    expectSecret(secret, all);
  }
});

test('no record holds a token', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const server = await play.faulty(() => fault.pass());
  const run = await play.run({ inputs: elsewhere(server.url) });
  expect(run.outputs['verdict']).toBe('compliant');
  const [post] = server.requests.filter(isPost);
  expect(post?.headers['authorization']).toBe(`Bearer ${play.stage.tokens.member}`);
  expect(post?.body.toString()).not.toContain(play.stage.tokens.member);
});
