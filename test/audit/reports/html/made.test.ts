import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { sample, sha, world } from '../sample.ts';
import { unknown } from './audits.ts';
import { year } from './year.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const made = async (audit: Audit): Promise<string> => partOf(await pageOf(audit), 'made');
const withHeader = (more: Partial<Audit['world']['header']>): Audit =>
  sample({ world: { ...world, header: { ...world.header, ...more } } });

describe('how the report was made', () => {
  it('names tool, workflow, run, inputs and the audit before', async () => {
    const text = textOf(await made(year(20)));
    expect(text).toContain(
      `Tool compliance-evidence 1.0.0 Digest of the tool sha256:${'9'.repeat(64)} Workflow acme/shop/.github/workflows/audit.yml@${sha('c')}`,
    );
    expect(text).toContain('Run https://github.com/acme/shop/actions/runs/99 Began 2026-11-22 06:00 UTC');
    expect(text).toContain(`Audit before up to 2026-11-15 06:00 UTC , complete, SHA-256 ${'5'.repeat(64)}`);
    expect(text).toContain('Input Value branch main flow unit');
    expect(textOf(await made(sample()))).toContain('Digest of the tool not known');
    expect(textOf(await made(withHeader({ workflow: null, run: null })))).toContain('Workflow none: it was run on a command line Run none');
  });

  it('names each question with how often it was asked, and the lines of the collected file', async () => {
    const part = await made(year(20));
    expect(textOf(part)).toContain('3 questions, asked 24 times');
    expect(rowOf(part, 'GET /repos')).toBe('GET /repos/acme/shop/activity?ref=refs/heads/main&per_page=100 GitHub 12 20');
    expect(rowOf(part, 'landing')).toBe('landing 20');
  });

  it('gives the command that asks all of it again, safe to paste', async () => {
    expect(await made(sample())).toContain(
      `<pre tabindex="0">compliance-evidence audit \\\n  --since 2026-11-15T06:00:00Z \\\n  --until 2026-11-22T06:00:00Z \\\n  --branch main \\\n  --flow unit \\\n  --repository acme/shop \\\n  --org acme \\\n  --base-url https://evidence.example/api/v2</pre`,
    );
    const between = textOf(await made(unknown()));
    expect(between).toContain(`--since ${sha('0')} \\ --until ${sha('b')} \\ --branch main`);
    const asOf = { at: '2026-11-22T06:00:00Z', sequence: 12, link: 'b'.repeat(64), readAt: '2026-12-01T08:00:00Z' };
    expect(textOf(await made(withHeader({ asOf })))).toContain(String.raw`--as-of 2026-11-22T06:00:00Z \ --branch main`);
    const period = { since: '2026-11-15T06:00:00Z', until: '2026-11-22T06:00:00Z', sinceSha: null, by: 'last-audit' } as const;
    const one = { name: 'main', tip: sha('b'), after: sha('0'), end: sha('a') };
    const after = async (...more: readonly (typeof one)[]) =>
      textOf(await made(withHeader({ basis: 'git', period, branches: [one, ...more] })));
    expect(await after()).toContain(`--since ${sha('0')} \\ --until ${sha('a')} \\ --branch main`);
    expect(await after({ ...one, name: 'next' })).toContain(
      String.raw`--since last \ --until 2026-11-22T06:00:00Z \ --previous AUDIT-BEFORE.json \ --branch main`,
    );
    const branches = [{ name: "x'; rm -rf ~; $(id)", tip: sha('b') }];
    expect(textOf(await made(withHeader({ branches })))).toContain(String.raw`--branch 'x'\''; rm -rf ~; $(id)'`);
  });
});

describe('the scope of the report', () => {
  it('names repository, period, service, flows, file and tips', async () => {
    const text = textOf(partOf(await pageOf(sample()), 'scope'));
    expect(text).toContain('Repository acme/shop Period from 2026-11-15 06:00 UTC up to 2026-11-22 06:00 UTC , by the time of landing');
    expect(text).toContain(
      "Evidence service https://evidence.example/api/v2 , organization acme Flows asked for unit The audit's file there is none Left out no change",
    );
    expect(text).toContain(`Branch Tip main ${sha('b')}`);
  });

  it('says by which clock the period goes, or by which commit', async () => {
    expect(textOf(partOf(await pageOf(unknown()), 'scope'))).toContain('after commit 000000000000 up to commit bbbbbbbbbbbb , by commits');
    const period = { since: null, until: '2026-11-22T06:00:00Z', sinceSha: null, by: 'committer-date' } as const;
    expect(textOf(partOf(await pageOf(withHeader({ period })), 'scope'))).toContain(
      'from the beginning up to 2026-11-22 06:00 UTC , by committer dates: a claim of whoever committed',
    );
  });

  it('says what owes which evidence, and where the excluded changes are', async () => {
    const part = partOf(await pageOf(year(66)), 'scope');
    expect(rowOf(part, 'unit')).toBe('unit src/** test/** every audited branch always is not enough where the base moved');
    expect(rowOf(part, 'deploy')).toBe('deploy deploy/** main 2026-01-01 00:00 UTC is enough');
    expect(textOf(part)).toContain('2 changes, each with its reason and its owner');
    expect(textOf(part)).toContain(`.github/compliance-audit.yml , SHA-256 ${'7'.repeat(64)}`);
  });
});
