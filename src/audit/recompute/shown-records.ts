import type { ReplayedRecord } from '../collect/past.ts';
import { countAt, oneLine, stringAt, valueAt } from '../../text/index.ts';
import { textLines } from '../lines/read-lines.ts';
import type { PackedLog } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { isShown, openChain, readRecordLine } from '../package/records.ts';
import { verdictOf } from './verdict-of.ts';

export interface ShownRecord extends ReplayedRecord {
  /** When it was made, in Unix seconds. */
  readonly at: number;
  readonly content: unknown;
}

/** The shown records of a package whose chain was checked. @param file its `records.ndjson` */
export async function* shownRecords(file: string, log: PackedLog): AsyncGenerator<ShownRecord> {
  const chain = openChain(log, sha256);
  for await (const { text } of textLines(file)) {
    const line = readRecordLine(text);
    const { facts, isLost } = chain.add(line);
    if (isLost || line === undefined || !isShown(line) || facts === undefined) continue;
    const content: unknown = JSON.parse(line.body);
    yield { sequence: line.sequence, link: chain.head.link, body: line.body, at: facts.createdAt, content };
  }
}

export interface Spoken {
  readonly records: number;
  /** When the last of them was made, in Unix seconds; 0 where there is none. */
  readonly latest: number;
  /** How many records the package has only as hashes. */
  readonly hidden: number;
  /** A sentence for each record of evidence whose verdict differs from the one of its own data. */
  readonly misjudged: readonly string[];
  /** How many have a verdict that this program cannot work out: it is by the rules of a custom type. */
  readonly custom: number;
  /** By its present name or an earlier one. */
  readonly hasFlow: (name: string) => boolean;
  readonly hasTrail: (flow: string, trail: string) => boolean;
  readonly hasArtifact: (flow: string, fingerprint: string) => boolean;
  /** Whether a record gave the flow such a template at a moment, in Unix seconds, or before. */
  readonly hadTemplate: (flow: string, isSuch: (template: unknown) => boolean, at: number) => boolean;
  /** Each trail that a record begins, with every name that its flow had; not those of the first format, which hides nothing. */
  readonly trails: readonly { readonly flows: ReadonlySet<string>; readonly trail: string }[];
}

export async function spokenOf(file: string, log: PackedLog): Promise<Spoken> {
  const names = new Map<string, Set<string>>();
  const templates = new Map<string, { readonly at: number; readonly template: unknown }[]>();
  const trails = new Map<string, { readonly id: string; readonly trail: string; readonly hides: boolean }>();
  const artifacts = new Set<string>();
  const misjudged: string[] = [];
  let [records, latest, custom] = [0, 0, 0];
  for await (const { at, content, sequence } of shownRecords(file, log)) {
    records += 1;
    latest = at;
    const [id, kind] = [stringAt(content, 'flow_id'), stringAt(content, 'kind') ?? ''];
    if (id === undefined) continue;
    if (kind === 'attestation') {
      const type = stringAt(content, 'attestation_type') ?? '';
      const [said, given] = [valueAt(content, 'is_compliant'), verdictOf(type, valueAt(content, 'data'), countAt(content, 'rule') ?? 1)];
      if (given === undefined && type.startsWith('custom:')) custom += 1;
      else if (given === undefined) misjudged.push(`Record ${sequence}: its data give no verdict of the type ${oneLine(type, 80)}`);
      else if (given !== said)
        misjudged.push(
          `Record ${sequence}: it says that its evidence is ${verdictWord(said)}, and by its own data it is ${verdictWord(given)}`,
        );
    }
    const known = names.get(id) ?? new Set();
    for (const name of [stringAt(content, 'flow'), stringAt(content, 'new_name')]) if (name !== undefined) known.add(name);
    names.set(id, known);
    const template = valueAt(content, 'template');
    if (kind.startsWith('flow_') && template !== undefined) {
      const list = templates.get(id) ?? [];
      list.push({ at, template });
      templates.set(id, list);
    }
    if (kind === 'artifact_reported') artifacts.add(JSON.stringify([id, stringAt(content, 'fingerprint')]));
    const trail = stringAt(content, 'trail');
    // All approvals of a flow are shown, also those of hidden trails.
    if (kind === 'approval_reported' || trail === undefined) continue;
    const key = JSON.stringify([id, trail]);
    const hides = kind.startsWith('trail_') && valueAt(content, 'version') !== 1;
    trails.set(key, { id, trail, hides: hides || trails.get(key)?.hides === true });
  }
  const idsOf = (flow: string): readonly string[] => [...names].filter(([, all]) => all.has(flow)).map(([id]) => id);
  return {
    records,
    latest,
    misjudged,
    custom,
    hidden: log.to.sequence - log.from.sequence - records,
    hasFlow: (name) => idsOf(name).length > 0,
    hasTrail: (flow, trail) => idsOf(flow).some((id) => trails.has(JSON.stringify([id, trail]))),
    hasArtifact: (flow, fingerprint) => idsOf(flow).some((id) => artifacts.has(JSON.stringify([id, fingerprint]))),
    hadTemplate: (flow, isSuch, moment) =>
      idsOf(flow).some((id) => (templates.get(id) ?? []).some(({ at, template }) => at <= moment && isSuch(template))),
    trails: [...trails.values()].flatMap(({ hides, id, trail }) => (hides ? [{ flows: names.get(id) ?? new Set<string>(), trail }] : [])),
  };
}

function verdictWord(compliant: unknown): string {
  return compliant === true ? 'compliant' : 'not compliant';
}
