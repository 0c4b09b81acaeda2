import { describe, expect, test } from 'vitest';
import type { FlowFact } from '../../../src/audit/facts/line.ts';
import type { LoggedRecord } from '../../../src/audit/facts/log.ts';
import { openInForce } from '../../../src/audit/package/in-force.ts';
import { isSafePath } from '../../../src/audit/package/tar.ts';
import { archive, about, check, member, sample } from './packing.ts';

const period = { since: '2026-11-16T00:00:00Z', until: '2026-11-23T00:00:00Z' };
const day = (of: string): number => Date.parse(`2026-11-${of}T12:00:00Z`) / 1000;
const template = (name: string) => ({ version: 1, trail: { attestations: [{ name, type: 'junit' }], artifacts: [] } });

let next = 0;
const record = (of: string, kind: string, fields: object): LoggedRecord => {
  next += 1;
  return { kind: 'record', sequence: next, body: JSON.stringify({ created_at: day(of), kind, data: {}, ...fields }) };
};
const flow = (of: string, name: string, more: object): LoggedRecord =>
  record(of, 'flow_reported', { flow: name, flow_id: `id-${name}`, template_id: `t${of}`, ...more });

interface Files {
  /** Each row of the index without its id: kind, name, version, from, to, in force at the end, file. */
  readonly index: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
}

async function files(
  lines: readonly (LoggedRecord | FlowFact)[],
  of: { readonly since: string | null; readonly until: string } = period,
): Promise<Files> {
  const written = new Map<string, string>();
  const inForce = openInForce(of, (path, content) => {
    written.set(path, content);
    return Promise.resolve(member(path, content));
  });
  for (const line of lines) await inForce.add(line);
  const packed = await inForce.close();
  const rows = (written.get('in-force/index.csv') ?? '').split('\r\n').slice(1, -1);
  const cells = rows.map((row) => row.slice(1, -1).split('","'));
  return {
    index: cells.map(([kind, name, , version, , from = '', to = '', isAtEnd, file]) =>
      [kind, name, version, from.slice(0, 10), to.slice(0, 10), isAtEnd, file].join(' '),
    ),
    texts: written,
    paths: packed.map(({ path }) => path),
  };
}

describe('what was in force', () => {
  test('has the template of the end of the period, and each before it within the period, as they were sent', async () => {
    next = 0;
    const found = await files([
      flow('01', 'unit', { template: template('old'), data: { template_file: '# old\ntrail: {}\n' } }),
      flow('10', 'unit', { template: template('first'), data: { template_file: '# first\ntrail: {}\n' } }),
      flow('12', 'unit', {}),
      flow('18', 'unit', { template: template('second') }),
      flow('25', 'unit', { template: template('later') }),
    ]);
    expect(found.index).toEqual([
      'flows unit t10 2026-11-10 2026-11-18 no in-force/flows/unit-2.yml',
      'flows unit t18 2026-11-18  yes in-force/flows/unit-4.json',
    ]);
    expect(found.texts.get('in-force/flows/unit-2.yml')).toBe('# first\ntrail: {}\n');
    expect(JSON.parse(found.texts.get('in-force/flows/unit-4.json') ?? '')).toEqual(template('second'));
    expect(found.paths).toEqual(['in-force/index.csv', 'in-force/flows/unit-2.yml', 'in-force/flows/unit-4.json']);
  });

  test('has all that was in force until the end where nobody knows when the period began', async () => {
    const lines = [flow('01', 'unit', { template: template('old') }), flow('18', 'unit', { template: template('new') })];
    expect((await files(lines, { ...period, since: null })).index).toHaveLength(2);
  });

  test('has policies, types of evidence and environments, with the fields of an environment that stayed', async () => {
    next = 0;
    const found = await files([
      record('01', 'policy_reported', { policy: 'prod', policy_id: 'p', policy_version: 1, rules: {}, data: { policy_file: 'a: 1\n' } }),
      record('02', 'type_reported', { type_name: 'sbom', type_version: 3, schema: '{}', rules: ['.ok'] }),
      record('03', 'environment_reported', { environment: 'prod', environment_id: 'e', environment_type: 'K8S', policies: ['prod'] }),
      record('17', 'environment_updated', { environment: 'prod', environment_id: 'e', policies: [] }),
      record('18', 'environment_updated', { environment: 'prod', environment_id: 'e', description: 'new words' }),
      record('19', 'type_archived', { type_name: 'sbom' }),
    ]);
    expect(found.index).toEqual([
      'environments prod  2026-11-03 2026-11-17 no in-force/environments/prod-3.json',
      'environments prod  2026-11-17  yes in-force/environments/prod-4.json',
      'policies prod 1 2026-11-01  yes in-force/policies/prod-1.yml',
      'types sbom 3 2026-11-02 2026-11-19 no in-force/types/sbom-2.json',
      'types sbom  2026-11-19  no nothing from then on',
    ]);
    expect(JSON.parse(found.texts.get('in-force/environments/prod-4.json') ?? '')).toEqual({ environment_type: 'K8S', policies: [] });
    expect(JSON.parse(found.texts.get('in-force/types/sbom-2.json') ?? '')).toEqual({ schema: '{}', rules: ['.ok'] });
    expect(found.texts.get('in-force/policies/prod-1.yml')).toBe('a: 1\n');
  });

  test('names a flow as it is called now, and tells nothing twice', async () => {
    next = 0;
    const fact = (name: string): FlowFact => ({
      kind: 'flow',
      name,
      url: null,
      template: { version: 1, trail: { attestations: [], artifacts: [] } },
    });
    const found = await files([
      flow('10', 'old', { template: template('x') }),
      record('11', 'flow_renamed', { flow: 'old', flow_id: 'id-old', new_name: 'new' }),
      fact('new'),
      fact('hidden'),
      { ...fact('unread'), template: null },
    ]);
    expect(found.index).toEqual([
      'flows hidden  told when   not known in-force/flows/hidden-told-2.json',
      'flows new t10 2026-11-10  yes in-force/flows/old-1.json',
    ]);
  });

  test.each(['../../etc/passwd', 'con', 'C:\\x', '\u202Eevil', '.', '', 'a'.repeat(300), '=HYPERLINK("x")', 'Zoë/..'])(
    'has no path that %j leads anywhere, and no two that differ in the size of letters alone',
    async (name) => {
      const lines = [`${name}a`, `${name}A`, `${name}a `].map((each) => flow('10', each, { template: template(each) }));
      const { paths, texts } = await files(lines);
      expect(paths.filter((path) => path !== 'in-force/index.csv')).toHaveLength(3);
      for (const path of paths) expect([path, isSafePath(path) && path.length < 100]).toEqual([path, true]);
      expect(paths).toEqual(paths.map((path) => path.toLowerCase()));
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths) expect(path.split('/').every((part) => !/^(?:con|aux|nul|prn)(?:\.|$)/.test(part))).toBe(true);
      expect(texts.get('in-force/index.csv')).not.toContain('"=');
    },
  );

  test('is nothing where no record and no fact tells of it', async () => {
    expect(
      (await files([record('10', 'attestation', { flow: 'unit' }), { kind: 'record', sequence: 99, bodySha256: 'a'.repeat(64) }])).paths,
    ).toEqual([]);
  });

  test('is found to be changed, left out or added like every other member', async () => {
    const { texts } = await files([flow('10', 'unit', { template: template('x') })]);
    const own = [...texts].map(([path, content]) => member(path, content));
    const { contents, log } = sample();
    const whole = await archive(about(log), [...contents, ...own]);
    expect((await check(whole)).problems).toEqual([]);
    for (const { path } of own) {
      const at = whole.indexOf(texts.get(path) ?? '');
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect((await check(changed)).problems).toEqual([`${path} was changed: its SHA-256 is not that of the manifest`]);
    }
  });
});
