import { attest, green, putFlow, red, type Answer, type World } from '../support.ts';

/** Numbers below 1 from a seed: the same ones each time. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A trail with all that was done on it, in words, so that a failure can be read. */
export interface AnyTrail {
  readonly flow: string;
  readonly trail: string;
  readonly commit: string;
  readonly fingerprints: readonly [string, string];
  readonly story: string[];
}

export type Pick = <Item>(...items: readonly [Item, ...Item[]]) => Item;

export function pickWith(random: () => number): Pick {
  return <Item>(...items: readonly [Item, ...Item[]]): Item => {
    const [first, ...others] = items;
    return others.reduce((picked, item, index) => (random() < 1 / (index + 2) ? item : picked), first);
  };
}

const rows = {
  green: [green],
  red: [red],
  skipped: [{ ...green, skipped: 3 }],
  empty: [{ ...green, total: 0 }],
  'no row': [],
  'more skipped than there are': [{ ...green, total: 1, skipped: 2 }],
} as const;
const rowNames = ['green', 'green', 'green', 'red', 'skipped', 'empty', 'no row', 'more skipped than there are'] as const;

const templates = [
  {},
  { attestations: [{ name: 'unit', type: 'junit' }] },
  { attestations: [{ name: 'unit', type: '*' }] },
  { attestations: [{ name: 'unit', type: 'junit', min_tests: 0 }] },
  {
    attestations: [
      { name: 'unit', type: 'junit' },
      { name: 'lint', type: '*' },
    ],
  },
  {
    attestations: [{ name: 'unit', type: '*', min_tests: 0 }],
    artifacts: [{ name: 'image', attestations: [{ name: 'scan', type: 'junit' }] }],
  },
  { artifacts: [{ name: 'image', attestations: [{ name: 'scan', type: '*', min_tests: 0 }] }] },
] as const;

/** Gives a flow one of the templates. */
export async function anyTemplate(it: World, flow: string, pick: Pick): Promise<string> {
  const trail = pick(...templates);
  okay(await putFlow(it, flow, JSON.stringify({ version: 1, trail })));
  return JSON.stringify(trail);
}

let made = 0;

/** Does one thing on a trail. One that the service refuses, as an override of nothing, leaves the trail as it was. */
export async function anyStep(it: World, on: AnyTrail, pick: Pick): Promise<void> {
  const { commit, fingerprints, flow, story, trail } = on;
  const what = pick('record', 'record', 'record', 'record', 'record', 'override', 'generic', 'artifact');
  const name = pick('unit', 'unit', 'unit', 'lint', 'scan');
  const about = pick({}, {}, {}, { artifact_fingerprint: pick(...fingerprints) }, { target_artifacts: ['image'] });
  const sha1 = pick(commit, commit, commit, commit, commit.replace(/.$/, 'f'), undefined);
  const named = (sha: string | undefined): object => (sha === undefined ? {} : { git_commit_info: { sha1: sha } });
  const ofCommit = named(sha1);
  const send = async (): Promise<readonly [Answer, object]> => {
    switch (what) {
      case 'record': {
        const row = pick(...rowNames);
        made += 1;
        const run = pick(
          undefined,
          { event: 'push', leg: pick('a', 'b') },
          { event: 'push' },
          { event: 'schedule' },
          { event: 'pull_request', pull_request: 7 },
        );
        const of = run && { ...run, workflow: 'ci', job: 'test', run_id: pick(1, 2, 3), run_attempt: pick(1, 1, 2), nonce: `${made}` };
        const user_data = of === undefined ? {} : { compliance_evidence: of };
        // Tests of another commit that no run of ours made depend on GitHub, which is not asked here.
        const at = of === undefined && sha1 !== undefined ? commit : sha1;
        const said = { attestation_name: name, junit_results: rows[row], user_data, ...named(at), ...about };
        return [await attest(it, `${flow}/${trail}`, said), { row, of, name, sha1: at, about }];
      }
      case 'override': {
        const isCompliant = pick(true, false);
        const said = { attestation_name: name, reason: 'seen', new_compliance_status: isCompliant, original_attestation_type: 'junit' };
        const answer = await it.json('POST', `/attestations/acme/${flow}/trail/${trail}/override`, { ...said, ...about, ...ofCommit });
        return [answer, { override: name, isCompliant, sha1, about }];
      }
      case 'generic': {
        const isCompliant = pick(true, true, false);
        const said = { attestation_name: 'ticket', is_compliant: isCompliant, ...ofCommit, ...about };
        return [
          await it.form('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, said),
          { generic: 'ticket', isCompliant, sha1, about },
        ];
      }
      case 'artifact': {
        const fingerprint = pick(...fingerprints);
        const template_reference_name = pick('image', 'image', 'other');
        const said = { fingerprint, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: commit, trail_name: trail };
        const answer = await it.json('POST', `/artifacts/acme/${flow}`, { ...said, template_reference_name });
        return [answer, { artifact: fingerprint, as: template_reference_name }];
      }
    }
  };
  const [answer, words] = await send();
  if (answer.status >= 500) throw new Error(JSON.stringify(answer.body));
  if (answer.status < 300) story.push(JSON.stringify(words));
}

export function okay({ body, status }: Answer): void {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}
