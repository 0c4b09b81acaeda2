import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOrigin } from '../../../test/audit/world/clone.ts';
import { token } from '../../../test/audit/world/service.ts';
import { openStory } from '../../../test/audit/world/story.ts';
import { removeRepositories } from '../../../test/support/git.ts';
import { accept, playWeek } from '../report/audited-week.ts';
import type { Golden } from './golden.ts';
import { openShell, type Shell } from './shell.ts';

const reports = [
  ['html', 'html'],
  ['csv', 'csv'],
  ['json-file', 'json'],
  ['sarif', 'sarif'],
  ['junit', 'xml'],
  ['markdown', 'md'],
  ['badge', 'svg'],
  ['oscal', 'oscal.json'],
  ['oscal-plan', 'plan.json'],
  ['registers', 'registers.csv'],
  ['controls-csv', 'controls.csv'],
  ['keep-collected', 'ndjson'],
  ['package', 'tgz'],
] as const;

/** A week that is audited with GitHub and the service, then again with an acceptance, by git alone, as a package and a series. */
export async function playAudits(fixed: string): Promise<Golden> {
  const story = await openStory();
  try {
    const since = story.now();
    await playWeek(story);
    story.wait(10);
    const first = await openOrigin(story);
    const clone = first.clone();
    const shell = openShell(fixed, 'audit', clone, {
      EVIDENCE_BASE_URL: story.service.url,
      EVIDENCE_API_TOKEN: token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_play',
      GITHUB_API_URL: first.double.url,
      GITHUB_SERVER_URL: first.serverUrl,
    });
    const base = ['audit', '--repository', 'acme/shop', '--since', since];
    await written(shell, clone, 'first', [
      ...base,
      '--until',
      story.now(),
      '--sample',
      'auto',
      '--sample-seed',
      'golden',
      '--head-file',
      'head.txt',
    ]);
    shell.files(clone, ['head.txt']);
    await shell.run('plan', [...base, '--plan']);
    await shell.run('pseudonyms', [...base, '--people', 'pseudonym']);
    await shell.run('git-alone', [...base, '--html', 'git.html', '--markdown', 'git.md'], {
      EVIDENCE_GITHUB_TOKEN: undefined,
    });
    await shell.run('verify', ['verify', '--package', 'first.tgz', '--head', 'head.txt', '--first-audit']);
    await shell.run('verify-json', ['verify', '--package', 'first.tgz', '--json']);
    await shell.run('again', ['audit', '--collected', 'first.ndjson', '--json']);
    const { stdout } = await shell.run('json', [...base, '--json']);
    const findings: readonly { readonly rule: string; readonly key: string }[] = JSON.parse(stdout).findings;
    await first.close();

    await accept(story, findings.find(({ rule }) => rule === 'overridden')?.key ?? '');
    story.wait(10);
    const second = await openOrigin(story);
    const later = second.clone();
    const next = openShell(fixed, 'audit', later, {
      EVIDENCE_BASE_URL: story.service.url,
      EVIDENCE_API_TOKEN: token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_play',
      GITHUB_API_URL: second.double.url,
      GITHUB_SERVER_URL: second.serverUrl,
    });
    writeFileSync(join(later, 'head.txt'), shell.texts.get('audit/head.txt') ?? '');
    writeFileSync(join(later, 'second-previous.tgz'), shell.texts.get('audit/first.tgz') ?? '');
    await written(next, later, 'second', [
      'audit',
      '--repository',
      'acme/shop',
      '--since',
      'last',
      '--previous',
      'second-previous.tgz',
      '--witness',
      'head.txt',
    ]);
    await next.run('series', [
      'audit',
      '--series',
      'second-previous.tgz',
      'second.tgz',
      '--html',
      'series.html',
      '--markdown',
      'series.md',
      '--json-file',
      'series.json',
    ]);
    next.files(later, ['series.html', 'series.md', 'series.json']);
    await next.run('reperform', ['audit', '--reperform', 'second.tgz', '--witness', 'head.txt']);
    shell.close();
    next.close();
    await second.close();
    return new Map([...shell.texts, ...next.texts]);
  } finally {
    await story.close();
    removeRepositories();
  }
}

async function written(shell: Shell, folder: string, name: string, args: readonly string[]): Promise<void> {
  await shell.run(name, [...args, ...reports.flatMap(([option, ending]) => [`--${option}`, `${name}.${ending}`])]);
  shell.files(
    folder,
    reports.map(([, ending]) => `${name}.${ending}`),
  );
}
