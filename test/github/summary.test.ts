import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/gate/index.ts';
import { renderSummary } from '../../src/github/index.ts';
import { hostile } from '../text/hostile.ts';
import { asked, evidence, evidenceOf, facts, suite, totals } from './facts.ts';

describe('the job summary', () => {
  it('says the verdict first, then where, then why and how to fix it', () => {
    const text = renderSummary(facts());
    expect(text.split('\n')[0]).toBe('## ❌ Not compliant');
    expect(text).toContain(
      'trail [c0ffee](<https://evidence.example/acme/shop/c0ffee>) · commit c0ffee0000000000000000000000000000000001\n',
    );
    expect(text).toContain('### Why, and how to fix it\n');
    expect(text.indexOf('unit is not compliant')).toBeLessThan(text.indexOf('Fix the failing tests'));
    expect(text.indexOf('Fix the failing tests')).toBeLessThan(text.indexOf('### Attestations'));
    expect(text).toContain('since 2023-11-14 22:13 UTC');
  });

  it('names a SHA by its first 12 digits where a link leads to the whole', () => {
    const { question } = facts();
    const commit = (question.subject === 'trail' ? question.commit : undefined) ?? '';
    const commitUrl = `https://github.com/acme/shop/commit/${commit}`;
    const linked = `[c0ffee000000](<${commitUrl}>)`;
    expect(renderSummary(facts({ evidence: { ...evidence, commitUrl } }))).toContain(`· commit ${linked}\n`);
    const own = { ...question, trail: commit };
    expect(renderSummary(facts({ question: own }))).toContain('trail [c0ffee000000](<https://evidence.example/acme/shop/c0ffee>)\n');
    expect(renderSummary(facts({ question: own, trailUrl: undefined, evidence: { ...evidence, commitUrl } }))).toContain(
      `trail ${linked}\n`,
    );
    expect(renderSummary(facts({ question: own, trailUrl: undefined }))).toContain(`trail ${commit}\n`);
  });

  it('shows the witness of the record where the service tells one, in a paragraph of its own', () => {
    expect(renderSummary(facts({ evidence: { ...evidence, witness: 'ab'.repeat(32) } }))).toContain(
      `.\n\n<sub>Witness: ${'ab'.repeat(32)}</sub>\n\n|`,
    );
    expect(renderSummary(facts())).not.toContain('Witness');
  });

  it('links a reason to its record, and has no table where there is nothing to put into it', () => {
    expect(renderSummary(facts())).toContain('[Open](<https://evidence.example/unit>).');
    const { verdict } = facts();
    const without = renderSummary(
      facts({ verdict: { ...verdict, rows: [], reasons: verdict.reasons.map(({ url: _url, ...reason }) => reason) } }),
    );
    expect(without).not.toMatch(/### Attestations|Open/);
    const alone = renderSummary(facts({ verdict: { ...verdict, rows: verdict.rows.map((row) => ({ ...row, groups: 1 })) } }));
    expect(alone).not.toContain(' runs)');
  });

  it('says what failed and which run recorded it, where that is known, and text stays text', () => {
    const reason = { code: 'failing', verdict: 'non-compliant', message: 'unit is not compliant', fix: 'Fix it' } as const;
    const failed = { count: 3, by: 'test', names: ['cart › a|dds', '<img>'] } as const;
    const shown = (more: object) =>
      renderSummary(facts({ verdict: { name: 'non-compliant', reasons: [{ ...reason, ...more }], notices: [], rows: [] } }));
    const text = shown({ failed, run: { label: 'push › ci.yml', url: 'https://ci.example/7' } });
    expect(text).toContain('cart › a');
    expect(text).toContain('and 1 more');
    expect(text).not.toContain('<img>');
    expect(text).toContain('Recorded by [the run push › ci.yml](<https://ci.example/7>)');
    expect(shown({ run: { label: 'push' } })).toContain('Recorded by the run push');
    expect(shown({})).not.toMatch(/Failed:|Recorded by/);
  });

  it('says who overrode what, when and why, and that the verdict stands because of it; text stays text', () => {
    const override = {
      attestation: 'unit',
      is_compliant: true,
      attestation_id: 'o',
      overridden_attestation_id: 'r',
      original_attestation_type: 'junit',
      reported_by: '@eve',
      created_at: 1_700_000_000,
      reason: 'flaky <img src=x>\n- [a](//e)',
    };
    const row = { attestation: 'unit', type: 'junit', requiredBy: [], groups: 1, since: undefined, url: undefined } as const;
    const shown = (state: 'overridden' | 'compliant', more: object) =>
      renderSummary(facts({ verdict: { name: 'compliant', reasons: [], notices: [], rows: [{ ...row, state, ...more }] } }));
    const text = shown('overridden', { override });
    expect(text.split('\n')[0]).toBe('## ✅ Compliant (overridden)');
    expect(text).toContain('| 🔵 compliant (overridden) | unit |');
    expect(text).toContain(
      '### Overridden\n\n- unit: overridden by &#64;&#8203;eve at 2023-11-14 22:13:20 UTC, because &#34;flaky &#60;img src&#61;x&#62; ⏎ - &#91;a&#93;&#40;//e&#41;&#34;, of junit unit &#40;r&#41;\n',
    );
    expect(shown('compliant', {})).not.toMatch(/verridden/);
  });

  it('names an artifact with its approval, or a commit, and of each attestation the trail', () => {
    const where = (question: Question) => renderSummary(facts({ question })).split('\n\n')[1];
    const artifact = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint: 'ab'.repeat(32), approvedFor: 'production' } as const;
    expect(where(artifact)).toBe(`Organization acme · flow shop · artifact ${'ab'.repeat(32)} · with approval for production`);
    expect(where({ ...artifact, approvedFor: null })).toMatch(/ · with approval$/);
    expect(where({ ...artifact, approvedFor: undefined })).toMatch(/abab$/);
    const commit = { subject: 'commit', org: 'acme', flow: undefined, commit: asked.commit } as const;
    expect(where(commit)).toBe(`Organization acme · all flows · commit ${asked.commit}`);
    expect(where({ ...commit, flow: 'shop' })).toBe(`Organization acme · flow shop · commit ${asked.commit}`);
    const { verdict } = facts();
    const rows = verdict.rows.map((row) => ({ ...row, flow: 'shop', trail: 'release-1' }));
    expect(renderSummary(facts({ verdict: { ...verdict, rows } }))).toMatch(/\| State \| Trail \|[^]*shop › release-1 \|/);
  });

  it('names the commit once where the trail has its name', () => {
    expect(renderSummary(facts({ question: { ...asked, trail: asked.commit } }))).not.toContain('· commit');
  });

  it('shows each attestation with icon and word', () => {
    const text = renderSummary(facts());
    expect(text).toContain(
      '| ❌ not compliant | [unit](<https://evidence.example/unit>) (2 runs) | junit | template | 2023-11-14 22:13 UTC |',
    );
    expect(text).toContain('| 🔴 missing | lint |  | template |  |');
  });

  it('says when a verdict that is no yes was let through, and when nothing was written', () => {
    expect(renderSummary(facts({ letThrough: { verdict: 'incomplete', by: 'fail-on' } }))).toMatch(/The verdict is incomplete.*not a yes/);
    const later = { verdict: 'incomplete', by: 'enforce-from', from: '2027-01-31T00:00:00.000Z' } as const;
    expect(renderSummary(facts({ letThrough: later }))).toMatch(/> ⚠️ The verdict is incomplete, and would have failed the job/);
    expect(renderSummary(facts({ dryRun: true }))).toContain('Dry run');
  });

  it('of a run that only recorded says so, and gives neither reason nor fix', () => {
    const done = renderSummary({ kind: 'recorded', dryRun: false, evidence: evidenceOf(evidence), question: asked });
    expect(done.split('\n')[0]).toBe('## 📥 unit recorded');
    const dry = renderSummary({ kind: 'recorded', dryRun: true, evidence: evidenceOf(evidence), question: asked });
    expect(dry.split('\n')[0]).toBe('## 📥 unit not sent (dry run)');
    for (const text of [done, dry]) expect(text).not.toMatch(/Why|how to fix|The verdict is about/);
  });

  it('of a run that recorded a no says so, and decides nothing', () => {
    const done = renderSummary({
      kind: 'recorded',
      dryRun: false,
      evidence: evidenceOf(evidence),
      question: asked,
      objection: '1 of 2 tests failed',
    });
    expect(done.split('\n\n')[2]).toBe(
      '> ⚠️ unit says no: 1 of 2 tests failed. Nothing is decided here; a gate will not let this trail pass',
    );
    const dry = renderSummary({
      kind: 'recorded',
      dryRun: true,
      evidence: evidenceOf(evidence),
      question: asked,
      objection: '1 of 2 tests failed',
    });
    expect(dry.split('\n\n')[2]).toMatch(/^> ⚠️ unit would say no: .*; a gate would not let this trail pass$/);
  });

  it('says nothing of a verdict let through, and nothing of a dry run, where there was none', () => {
    expect(renderSummary(facts())).not.toMatch(/lets it through|Dry run/);
  });

  it('shows the lines of YAML of a fix as code', () => {
    const [reason] = facts().verdict.reasons;
    const fix = 'Do this:\n\ngate:\n  needs: [unit]\n  x: ```';
    const text = renderSummary(facts({ verdict: { ...facts().verdict, reasons: reason === undefined ? [] : [{ ...reason, fix }] } }));
    expect(text).toContain("  ```yaml\n  gate:\n    needs: [unit]\n    x: '''\n  ```");
  });

  it('shows foreign text as text: no row, cell, heading or HTML of its own', () => {
    fc.assert(
      fc.property(hostile, (foreign) => {
        const evil = `${foreign}| x |\n# heading <img src=x> ${foreign}`;
        const text = renderSummary(
          facts({
            question: { subject: 'trail', org: evil, flow: evil, trail: evil, commit: undefined },
            verdict: {
              name: 'unknown',
              reasons: [
                {
                  code: 'service-failed',
                  verdict: 'unknown',
                  message: evil,
                  fix: `Mend ${evil.replace(/[\s\u0085]+/g, ' ')}`,
                  url: evil,
                  attestation: evil,
                  failed: { count: 3, by: 'test', names: [evil], of: evil },
                },
              ],
              notices: [evil],
              rows: [{ attestation: evil, type: evil, state: 'unknown', requiredBy: ['template'], groups: 1, since: Infinity, url: evil }],
            },
            trailUrl: evil,
            evidence: {
              name: evil,
              of: evil,
              totals: { ...totals, flaky: 1 },
              suites: [suite(evil, { folder: evil })],
              failed: [
                { folder: evil, suite: evil, name: evil, headline: evil, message: evil, file: evil, line: 3, url: `https://x/${evil}` },
              ],
              flaky: [{ folder: evil, suite: evil, name: evil }],
              attachment: evil,
            },
          }),
        );
        expect(text).not.toContain('<img');
        expect(text.split('\n').filter((line) => /^\s*#/.test(line))).toEqual([
          '## ❔ Unknown',
          '### Failed tests',
          '### Why, and how to fix it',
          '### Attestations',
          '### To know',
          '### Tests',
          '#### Flaky tests',
        ]);
        for (const line of text.split('\n').filter((one) => one.startsWith('| ❔'))) expect(line.split('|')).toHaveLength(7);
      }),
    );
  });

  it('never passes its size, cuts the tests first, and says so', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => suite(`suite ${n} größe`));
    const failed = Array.from({ length: 5_000 }, (_, n) => ({
      suite: 's',
      name: `test ${n}`,
      headline: 'ü'.repeat(150),
      message: 'ü'.repeat(150),
    }));
    const large = facts({ evidence: { ...evidence, suites: many, failed } });
    for (const budget of [600, 1_000, 1_200, 3_000, 20_000, 200_000, 1_000_000]) {
      const text = renderSummary(large, budget);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(budget);
      expect(text).toContain('## ❌ Not compliant');
      expect(text).toMatch(/cut: there is no room for/);
      expect(text.split('<details').length).toBe(text.split('</details>').length);
    }
    expect(renderSummary(large, 20_000)).toContain('### Attestations');
    expect(Buffer.byteLength(renderSummary(large))).toBeLessThanOrEqual(1024 * 1024);
  });
});
