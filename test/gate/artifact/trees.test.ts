import { describe, expect, it } from 'vitest';
import { decideArtifact, type ArtifactReport, type ArtifactQuestion, type Verdict } from '../../../src/gate/index.ts';
import { nothingMore } from '../build.ts';

// The statements about the directory behind a fingerprint, and the result that must follow.

const fingerprint = 'ab'.repeat(32);
const [a, b] = ['aa', 'bb'].map((byte) => `1:${byte.repeat(32)}`);
const [otherForm, otherForm2] = ['aa', 'bb'].map((byte) => `2:${byte.repeat(32)}`);

interface Said {
  readonly path?: ArtifactQuestion['tree'];
  /** Trees that reports name, the latest of a trail, and those before it. */
  readonly reports?: readonly (readonly [tree: unknown, ...earlier: string[]])[];
  /** The trail that each report names; one of its own where it is left out. */
  readonly trail?: string | null;
  readonly approval?: unknown;
}

const file = Symbol('a single file');
const image = Symbol('by its fingerprint alone');
const kinds = new Map<unknown, string>([
  [file, 'file'],
  [image, 'digest'],
]);
const data = (tree: unknown): object => ({ user_data: { compliance_evidence: kinds.has(tree) ? { kind: kinds.get(tree) } : { tree } } });

const current = { status: 'COMPLIANT', template_version: 1 };

function decided({ approval, path, reports = [[a]], trail }: Said): Verdict {
  const artifact = {
    fingerprint,
    state: 'COMPLIANT',
    trail_name: 't1',
    git_commit: 'c'.repeat(40),
    template_version: 1,
    own_template: false,
    current,
  };
  const decision = {
    release_number: 1,
    state: 'APPROVED',
    target_artifact: fingerprint,
    approvals: [{ state: 'APPROVED', approved_by: 'bob' }],
  };
  return decideArtifact(
    {
      question: { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, tree: path, approvedFor: null },
      answer: { kind: 'artifacts', artifacts: [artifact] },
      trails: [],
      approvals: { kind: 'approvals', approvals: [{ ...decision, ...data(approval) }] },
      reports: {
        kind: 'reports',
        reports: reports.map(([tree, ...earlier], index): ArtifactReport => ({
          flow: index === 0 ? 'shop' : undefined,
          artifact: {
            fingerprint,
            trail_name: trail === undefined ? `t${index + 1}` : trail,
            ...data(tree),
            ...(earlier.length === 0 ? {} : { earlier_trees: earlier }),
          },
        })),
      },
    },
    nothingMore,
  );
}

describe('what is said of a directory passes', () => {
  it.each<readonly [what: string, said: Said]>([
    ['one report alone speaks', {}],
    ['all say the same', { path: a, reports: [[a, a ?? ''], [a]], approval: a }],
    ['an approval says nothing', { path: a, approval: undefined }],
    ['a file was reported as one', { path: null, reports: [[file]], approval: file }],
    ['a file was reported as one, and nobody has it at hand', { reports: [[file], [file, 'file']] }],
    ['a file was reported without a word', { path: null, reports: [[undefined]] }],
    ['an image was reported by its digest, twice', { reports: [[image], [image]] }],
    ['a file was reported by its digest', { path: null, reports: [[image], [file]] }],
  ])('where %s', (_, said) => {
    expect(decided(said)).toMatchObject({ name: 'compliant', reasons: [], notices: [] });
  });

  const untold = /^Nothing tells artifact abababababab from another directory with its fingerprint: the report on trail/;
  const foreign = /^The tree of artifact abababababab cannot be compared: the report on trail .* names it in form 2/;
  it.each<readonly [what: string, said: Said, notice: RegExp]>([
    ['a report says nothing', { reports: [[a], [undefined]] }, untold],
    ['none says anything', { reports: [[undefined]] }, untold],
    ['the path alone says anything', { path: a, reports: [[undefined]] }, untold],
    ['it is a directory here, and was reported by its digest', { path: a, reports: [[image]] }, untold],
    ['a directory was reported by its digest, too', { reports: [[a], [image]] }, untold],
    ['a directory was reported by its digest before', { reports: [[image, a ?? '']] }, untold],
    ['another program reported it, too', { reports: [[image], [undefined]] }, untold],
    ['a report says what is no tree', { path: a, reports: [['here']] }, untold],
    ['a report says a list of trees', { path: a, reports: [[[b]]] }, untold],
    ['a report says a tree after something else', { path: a, reports: [[`x${b}`]] }, untold],
    ['a report speaks in a form of two digits', { path: a, reports: [['12:aa']] }, /in form 12, and/],
    ['a report took the place of one that says the same', { path: a, reports: [[undefined, a ?? '']] }, untold],
    ['a report speaks in another form', { path: a, reports: [[otherForm]] }, foreign],
    ['all speak in another form', { reports: [[otherForm], [otherForm]] }, foreign],
    ['reports speak in two forms', { reports: [[a], [otherForm]] }, foreign],
  ])('with a notice where %s', (_, said, notice) => {
    expect(decided(said)).toMatchObject({ name: 'compliant', reasons: [], notices: [expect.stringMatching(notice)] });
  });
});

describe('what is said of a directory does not pass', () => {
  it.each<readonly [what: string, said: Said, message: RegExp]>([
    [
      'when two reports differ',
      { reports: [[a], [b]] },
      /the report on trail t1 of flow shop is of the tree 1:a{12}, and the report on trail t2 is/,
    ],
    [
      'when the path differs',
      { path: b },
      /: artifact-path is of the tree 1:b{12}, and the report on trail t1 of flow shop is of the tree 1:a{12}$/,
    ],
    ['when the path differs from the second report', { path: a, reports: [[a], [b]] }, /artifact-path .* trail t2/],
    ['when a report took the place of another one', { reports: [[a, b ?? '']] }, /and an earlier report on trail t1 of flow shop is/],
    ['when the report before says other than the path', { path: a, reports: [[a, b ?? '']] }, /an earlier report/],
    ['when the approval differs', { approval: b }, /and approval 1 of flow shop is of the tree 1:b/],
    ['when the approval differs from the path', { path: a, reports: [[undefined]], approval: b }, /artifact-path .* approval 1/],
    ['when the path is a file', { path: null }, /artifact-path is of a single file, and the report .* is of the tree 1:a/],
    [
      'when a report is of a file',
      { path: a, reports: [[file]] },
      /artifact-path is of the tree 1:a{12}, and the report .* is of a single file/,
    ],
    ['when a report that was replaced is of a file', { reports: [[a, 'file']] }, /and an earlier report .* is of a single file/],
    ['when the approval is of a file', { approval: file }, /approval 1 of flow shop is of a single file/],
    ['when a report is of a file, and one in another form', { reports: [[file], [otherForm]] }, /single file, and .* 2:a/],
    ['when two differ in a form of their own', { path: a, reports: [[otherForm], [otherForm2]] }, /2:a{12}, .* 2:b{12}/],
    ['when two differ and a third speaks in another form', { reports: [[otherForm], [a], [b]] }, /t2 is .* t3/],
  ])('%s', (_, said, message) => {
    const { name, notices, reasons } = decided(said);
    expect([name, notices]).toEqual(['unknown', []]);
    expect(reasons).toEqual([
      {
        code: 'other-tree',
        verdict: 'unknown',
        artifact: fingerprint,
        message: expect.stringMatching(message),
        fix: expect.stringMatching(/one more file.*report it by artifact-path, and let it be approved again/),
      },
    ]);
  });
});

it('what is said of two directories names the artifact, and a report alone where it tells no trail', () => {
  for (const trail of ['', null]) {
    expect(decided({ path: b, trail }).reasons[0]?.message).toBe(
      `The fingerprint abababababab stands for two different contents: artifact-path is of the tree 1:${'b'.repeat(12)}, and the report of flow shop is of the tree 1:${'a'.repeat(12)}`,
    );
  }
});
