import { oneLine, stringAt } from '../../text/index.ts';
import type { Evidence } from '../context.ts';
import { movedWords } from '../resources/environments/record.ts';
import type { DueMessage, EnvironmentEvent, EnvironmentTrigger } from '../resources/messages/tables.ts';

/** The message about an event, version 1.0: numbers are texts, and times are whole Unix seconds. */
export interface Payload {
  readonly version: '1.0';
  readonly timestamp: string;
  readonly org: string;
  readonly environment: string;
  readonly event_type: string;
  readonly description: string;
  /** How many earlier changes of the state were not told, because this one came before they were sent. */
  readonly superseded?: string;
  readonly snapshot: { readonly index: string; readonly status: string; readonly html_url: string; readonly api_url: string };
  readonly artifact?: {
    readonly name: string;
    readonly fingerprint: string;
    /** Absent if the artifact comes from no flow. */
    readonly provenance?: Readonly<Record<string, string>>;
  };
}

const eventTypes: Readonly<Record<EnvironmentTrigger, string>> = {
  ON_STARTED_ARTIFACT: 'ARTIFACT_STARTED',
  ON_EXITED_ARTIFACT: 'ARTIFACT_EXITED',
  ON_SCALED_ARTIFACT: 'ARTIFACT_SCALED',
  ON_ALLOWED_ARTIFACT: 'ARTIFACT_ALLOWED',
  ON_NON_COMPLIANT_ENV: 'ENVIRONMENT_NON_COMPLIANT',
  ON_COMPLIANT_ENV: 'ENVIRONMENT_COMPLIANT',
};

export async function payloadOf(evidence: Evidence, { message, orgId, orgName, superseded }: DueMessage): Promise<Payload> {
  const { event, environment_state: state } = message;
  const { environment, snapshot_index: index } = event;
  return {
    version: '1.0',
    timestamp: String(Math.floor(event.at)),
    org: orgName,
    environment,
    event_type: eventTypes[event.trigger],
    description: describe(event),
    ...(superseded === 0 ? {} : { superseded: String(superseded) }),
    snapshot: {
      index: String(index),
      status: words(state),
      html_url: evidence.links.snapshot(orgName, environment, index),
      api_url: evidence.links.snapshotApi(orgName, environment, index),
    },
    ...(event.artifact === undefined ? {} : { artifact: await artifactOf(evidence, { message, orgId, orgName }, event.artifact) }),
  };
}

async function artifactOf(
  evidence: Evidence,
  { message, orgId, orgName }: Pick<DueMessage, 'message' | 'orgId' | 'orgName'>,
  { commit = '', fingerprint, flow, name, trail = '' }: NonNullable<EnvironmentEvent['artifact']>,
): Promise<NonNullable<Payload['artifact']>> {
  if (flow === undefined) return { name, fingerprint };
  const origins = await evidence.store.originsOf(orgId, [fingerprint]);
  const here = origins.filter((origin) => origin.flow === flow && origin.trail === trail).map(({ number }) => number);
  const [report] = await evidence.store.artifactsNumbered(orgId, here);
  const reported = (field: string) => stringAt(report?.record.data, field) ?? '';
  return {
    name,
    fingerprint,
    provenance: {
      flow,
      status: words(message.artifact_state ?? ''),
      commit,
      commit_url: reported('commit_url'),
      html_url: trail === '' ? evidence.links.artifactPage(orgName, flow, fingerprint) : evidence.links.trail(orgName, flow, trail),
      api_url: evidence.links.artifactApi(orgName, flow, fingerprint),
      build_url: reported('build_url'),
    },
  };
}

/** A state in a message: `compliant`, `non-compliant`, `incomplete`, `unknown`. */
function words(state: string): string {
  return state === '' ? 'unknown' : state.toLowerCase();
}

function describe({ from = 0, to = 0, trigger }: EnvironmentEvent): string {
  switch (trigger) {
    case 'ON_STARTED_ARTIFACT':
    case 'ON_EXITED_ARTIFACT':
    case 'ON_SCALED_ARTIFACT':
      return movedWords(from, to);
    case 'ON_ALLOWED_ARTIFACT':
      return 'the artifact was allowed to run here';
    case 'ON_NON_COMPLIANT_ENV':
      return 'something that runs here is not compliant';
    case 'ON_COMPLIANT_ENV':
      return 'everything that runs here is compliant';
  }
}

/** A message for people: each text on one line, without invisible characters. */
export interface Words {
  readonly title: string;
  readonly description: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Some addresses are foreign: who shows them must look at them. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

const headlines: Readonly<Record<string, string>> = {
  ARTIFACT_STARTED: 'an artifact started',
  ARTIFACT_EXITED: 'an artifact stopped',
  ARTIFACT_SCALED: 'an artifact was scaled',
  ARTIFACT_ALLOWED: 'an artifact was allowed',
  ENVIRONMENT_NON_COMPLIANT: 'not compliant any more',
  ENVIRONMENT_COMPLIANT: 'compliant again',
};

/** Long enough for every name; a text that is longer says nothing more. */
const longest = 300;

export function wordsOf({ artifact, description, environment, event_type: event, org, snapshot, superseded, timestamp }: Payload): Words {
  const { provenance = {} } = artifact ?? {};
  const row = (label: string, value: string | undefined) => ({ label, value: oneLine(value ?? '', longest) });
  const link = (label: string, url: string | undefined) => ({ label, url: url ?? '' });
  return {
    title: oneLine(`${environment}: ${headlines[event] ?? event}`, longest),
    description: oneLine(description, longest),
    rows: [
      row('Organization', org),
      row('Environment', environment),
      row('Changed', artifact === undefined ? new Date(Number(timestamp) * 1000).toISOString() : ''),
      row('Earlier changes that were not sent', superseded),
      row('Snapshot', `${snapshot.index} (${snapshot.status})`),
      row('Artifact', artifact?.name),
      row('Fingerprint', artifact?.fingerprint),
      row('Flow', provenance.flow),
      row('Commit', provenance.commit),
    ].filter(({ value }) => value !== ''),
    links: [
      link('Snapshot', snapshot.html_url),
      link('Artifact', provenance.html_url),
      link('Commit', provenance.commit_url),
      link('Build', provenance.build_url),
    ].filter(({ url }) => url !== ''),
  };
}
