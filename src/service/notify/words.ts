import { oneLine } from '../../text/index.ts';
import type { Payload } from './payload.ts';

/** A message for people: each text on one line, without anything that nobody sees. */
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
