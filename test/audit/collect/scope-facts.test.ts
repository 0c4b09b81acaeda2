import { expect, test } from 'vitest';
import { openKeeper, readScope } from '../../../src/audit/collect/scope.ts';
import { isNotThere, startDeadline, type Call } from '../../../src/client/index.ts';
import { ResponseError } from '../../../src/errors/index.ts';

const call: Call = {
  transport: {
    exchange: () => Promise.reject(new Error('Nobody is asked')),
    urlOf: () => new URL('https://nobody.invalid'),
    close: () => {},
  },
  deadline: startDeadline(60_000),
};
const [one, two, print] = ['1'.repeat(40), '2'.repeat(40), 'ab'.repeat(32)];
const answered = (status: number): ResponseError => new ResponseError('forbidden', `It is ${status}`, { status, request: 'GET /it' });

/** The scope of an audit, by the answer of the service; or the fault. */
async function read(kind: 'trail' | 'artifact', answer: object): Promise<unknown> {
  const asked: unknown[] = [];
  const told = async <Answer>(_call: Call, params: unknown): Promise<Answer> => {
    asked.push(params);
    if (answer instanceof Error) throw answer;
    return Object(answer);
  };
  const scope = kind === 'trail' ? ({ kind, flow: 'unit', trail: 'main' } as const) : ({ kind, fingerprint: print } as const);
  const found = readScope({ call, org: 'acme', questions: { getTrail: told, searchSha: told, isNotThere } }, scope);
  const { commits, trails } = await found.catch((error: unknown) => ({ commits: String(error), trails: Object(error).fix }));
  return { asked, commits, trails };
}

const trail = { name: 'main', events: [] };
const artifact = { fingerprint: print.toUpperCase(), flow: 'unit', trail: 'main', git_commit: one };

test('a trail and an artifact are about their commits, or nobody can say what they are about', async () => {
  const found = {
    trail: await read('trail', { ...trail, git_commit_info: { sha1: one }, events: [{ git_commit: two }] }),
    'trail without a commit': await read('trail', trail),
    'no trail': await read('trail', answered(404)),
    'trail that is refused': await read('trail', answered(403)),
    artifact: await read('artifact', { artifacts: [artifact, { ...artifact, trail: '', git_commit: two }, { ...artifact, flow: '' }] }),
    'artifact of two trails': await read('artifact', { artifacts: [artifact, { ...artifact, trail: 'other', git_commit: one.slice(1) }] }),
    'artifact without a trail': await read('artifact', { artifacts: [{ ...artifact, trail: undefined }] }),
    'artifact without a commit': await read('artifact', { artifacts: [{ ...artifact, git_commit: null }] }),
    'another artifact': await read('artifact', {
      artifacts: [
        { ...artifact, fingerprint: 'cd'.repeat(32) },
        { ...artifact, flow: undefined },
      ],
    }),
    'no artifact': await read('artifact', answered(404)),
    'artifact that is refused': await read('artifact', answered(500)),
  };
  expect(found).toMatchInlineSnapshot(`
    {
      "another artifact": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": "UsageError: No flow of the organization acme was told of an artifact abababababababababababababababababababababababababababababababab",
        "trails": "Fix \`fingerprint\`, or report the artifact",
      },
      "artifact": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": [
          "1111111111111111111111111111111111111111",
          "2222222222222222222222222222222222222222",
        ],
        "trails": [
          {
            "flow": "unit",
            "trail": "main",
          },
        ],
      },
      "artifact of two trails": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": [
          "1111111111111111111111111111111111111111",
        ],
        "trails": [
          {
            "flow": "unit",
            "trail": "main",
          },
          {
            "flow": "unit",
            "trail": "other",
          },
        ],
      },
      "artifact that is refused": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": "ResponseError: It is 500",
        "trails": undefined,
      },
      "artifact without a commit": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": "UsageError: The artifact abababababababababababababababababababababababababababababababab was reported without a commit, so that nobody can say which change it is made of",
        "trails": "Report the artifact with its commit, or audit the period of the change with \`since\`",
      },
      "artifact without a trail": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": [
          "1111111111111111111111111111111111111111",
        ],
        "trails": [],
      },
      "no artifact": {
        "asked": [
          {
            "org": "acme",
            "search_value": "abababababababababababababababababababababababababababababababab",
          },
        ],
        "commits": "UsageError: No flow of the organization acme was told of an artifact abababababababababababababababababababababababababababababababab",
        "trails": "Fix \`fingerprint\`, or report the artifact",
      },
      "no trail": {
        "asked": [
          {
            "flow_name": "unit",
            "org": "acme",
            "trail_name": "main",
          },
        ],
        "commits": "UsageError: The organization acme has no trail main in a flow unit",
        "trails": "Fix \`flow\` or \`trail\`",
      },
      "trail": {
        "asked": [
          {
            "flow_name": "unit",
            "org": "acme",
            "trail_name": "main",
          },
        ],
        "commits": [
          "1111111111111111111111111111111111111111",
          "2222222222222222222222222222222222222222",
        ],
        "trails": [
          {
            "flow": "unit",
            "trail": "main",
          },
        ],
      },
      "trail that is refused": {
        "asked": [
          {
            "flow_name": "unit",
            "org": "acme",
            "trail_name": "main",
          },
        ],
        "commits": "ResponseError: It is 403",
        "trails": undefined,
      },
      "trail without a commit": {
        "asked": [
          {
            "flow_name": "unit",
            "org": "acme",
            "trail_name": "main",
          },
        ],
        "commits": "UsageError: The trail main of flow unit is about no commit, so that nobody can say which change it belongs to",
        "trails": "Name a trail that was begun with a commit, or audit the period of the change with \`since\`",
      },
    }
  `);
});

test('of what was shipped only that is kept which is about the scope', () => {
  const scoped = { scope: { kind: 'artifact', fingerprint: print }, commits: [one], trails: [{ flow: 'unit', trail: 'main' }] } as const;
  const facts: readonly (readonly [name: string, fact: object])[] = [
    ['a deployment of the commit', { kind: 'deployment', sha: one, fingerprint: '1' }],
    ['a deployment of a landed commit', { kind: 'deployment', sha: two, fingerprint: null }],
    ['a deployment of another', { kind: 'deployment', sha: '3'.repeat(40), fingerprint: '3' }],
    ['a deployment of no commit', { kind: 'deployment', sha: null, fingerprint: '4' }],
    ['a deployment of the fingerprint', { kind: 'deployment', sha: null, fingerprint: print }],
    ['a release of the commit', { kind: 'release', sha: one }],
    ['a release of no commit', { kind: 'release', sha: null }],
    ['a tag on it', { kind: 'tag', sha: two, moved: [] }],
    ['a tag that was on it', { kind: 'tag', sha: '3'.repeat(40), moved: [{ from: one, to: '3'.repeat(40) }] }],
    ['another tag', { kind: 'tag', sha: '3'.repeat(40), moved: [] }],
    ['an artifact of the commit', { kind: 'artifact', commit: one, flow: 'other', trail: null, fingerprint: '5' }],
    ['an artifact of the trail', { kind: 'artifact', commit: null, flow: 'unit', trail: 'main', fingerprint: '6' }],
    ['an artifact of another flow', { kind: 'artifact', commit: null, flow: 'other', trail: 'main', fingerprint: '7' }],
    ['the artifact', { kind: 'artifact', commit: null, flow: 'other', trail: null, fingerprint: print }],
    ...['1', '3', '4', '5', '6', '7', print].map(
      (fingerprint) => [`an approval of ${fingerprint.slice(0, 2)}`, { kind: 'approval', flow: 'unit', fingerprint }] as const,
    ),
    ['a notification', { kind: 'notification' }],
  ];
  const [isKept, all] = [openKeeper(scoped, [two]), openKeeper(undefined, [])];
  const kept = facts.map(([name, fact]) => `${name}: ${isKept(Object(fact))}${all(Object(fact)) ? '' : ', and not without a scope'}`);
  expect(kept).toMatchInlineSnapshot(`
    [
      "a deployment of the commit: true",
      "a deployment of a landed commit: true",
      "a deployment of another: false",
      "a deployment of no commit: false",
      "a deployment of the fingerprint: true",
      "a release of the commit: true",
      "a release of no commit: false",
      "a tag on it: true",
      "a tag that was on it: true",
      "another tag: false",
      "an artifact of the commit: true",
      "an artifact of the trail: true",
      "an artifact of another flow: false",
      "the artifact: true",
      "an approval of 1: true",
      "an approval of 3: false",
      "an approval of 4: false",
      "an approval of 5: true",
      "an approval of 6: true",
      "an approval of 7: false",
      "an approval of ab: true",
      "a notification: false",
    ]
  `);
});
