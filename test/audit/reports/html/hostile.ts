import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { finding, reported, ruleResult, sample, sha, world } from '../sample.ts';

/** Texts that people who want to harm a reader put where they can. */
export const script = '<script>alert(1)</script>';
export const handler = `"' onmouseover="alert(1)" x='`;
export const turned = 'user\u202Egpj.exe\u2066\u200B\u0007';
export const stacked = `Z${'\u0335'.repeat(500)}algo`;
export const long = 'A very long title '.repeat(60_000);
export const evil = 'javascript:alert(document.domain)';
const all = `${script}${handler}${turned}${stacked}</style></title></main>&lt;b&gt;\`\${1}\`--><!--`;

/** Every text that comes from elsewhere tries to leave its place. */
export function hostile(): Audit {
  return sample(
    {
      findings: [
        finding({
          key: all,
          rule: all,
          message: all,
          fix: all,
          subject: { kind: 'trail', id: all, url: evil },
          controls: [all],
          firstSeen: all,
          accepted: {
            owner: all,
            reason: all,
            until: all,
            by: { commit: all, pull: { number: 7, url: evil }, merged: all, approved: [all] },
          },
        }),
      ],
      rules: [ruleResult({ rule: all, text: all, controls: [all], fix: all, result: 'not tested', tested: 0, found: 0, why: all })],
      totals: { ...sample().totals, states: { [all]: 1, covered: 1 }, overrides: [{ by: all, count: 3 }], emergencies: [41] },
      world: {
        ...world,
        header: {
          ...world.header,
          repository: `acme/${all}`,
          serverUrl: 'javascript:alert(1)//',
          workflow: all,
          run: evil,
          inputs: { [all]: all },
          service: { url: evil, org: all },
          branches: [{ name: all, tip: all }],
          flows: [all],
          file: all,
          tool: { name: all, version: all, digest: all },
        },
        untold: [{ kind: 'untold', source: 'log', why: all, fix: all }],
        holes: [{ kind: 'hole', what: all, why: all, fix: all }],
        queries: [{ kind: 'query', of: all, text: all, times: 1, answered: 1 }],
        totals: [{ kind: 'total', name: '__proto__', source: all, count: 1 }],
        end: { kind: 'end', counts: { [all]: 1 }, trailsElsewhere: 0 },
      },
    },
    [
      reported({
        title: all,
        authors: [all, long],
        reviewers: [all],
        branch: all,
        landing: all,
        landingKind: all,
        mergedBy: all,
        tests: all,
        run: evil,
        url: evil,
        landedAt: all,
        state: all,
        findings: [all, 'of another report'],
        excluded: { reason: all, owner: all },
        pull: { number: 41, url: `data:text/html,${script}` },
        deployments: [{ environment: all, at: all, url: evil }],
        coverage: [
          {
            flow: all,
            match: 'sha',
            trail: all,
            url: evil,
            atMerge: 'compliant',
            atDeployment: null,
            now: 'unknown',
            nowByTodaysTemplate: 'none',
            lacks: [all],
          },
        ],
      }),
      reported({
        sha: sha('e'),
        title: long,
        authors: ['\u200B\u3164', ''],
        reviewers: Array.from({ length: 300 }, (_, index) => `reviewer-${index}`),
      }),
    ],
  );
}
