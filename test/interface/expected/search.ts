import * as sent from '../sent.ts';
import type { Stored } from '../stored.ts';
import { history, overriddenOf, pagesOf, reported } from './artifacts.ts';
import { gateOn } from './gates.ts';
import { moment } from './moments.ts';

/** Beginning of every SHA that is stored. */
export const beginning = 'ababab';

/** Operation 7: the things that begin so. */
export function found(stored: Stored): object {
  const facts = [
    { compliance_state: 'INCOMPLETE', ...gateOn('early'), running_in: [], exited_from: [], history: [reported('cli')] },
    { compliance_state: 'NON-COMPLIANT', ...gateOn('release'), running_in: [], exited_from: [], history: [reported('docs')] },
    { compliance_state: 'COMPLIANT', ...gateOn('release'), running_in: ['prod'], exited_from: ['staging'], history },
  ];
  const known = sent.artifacts.map(
    ({ build_url, commit_url, filename, fingerprint, git_commit, template_reference_name, trail_name }, index) => ({
      fingerprint,
      name: filename,
      git_commit,
      pipeline: 'shop',
      flow: 'shop',
      trail: trail_name,
      template_reference_name,
      build_url,
      commit_url,
      ...pagesOf(stored, fingerprint),
      has_provenance: true,
      ...facts[index],
      ...overriddenOf(stored, trail_name),
    }),
  );
  const strange = {
    fingerprint: sent.strangeFingerprint,
    name: 'strange',
    git_commit: '',
    pipeline: '',
    flow: '',
    trail: '',
    template_reference_name: '',
    build_url: '',
    commit_url: '',
    compliance_state: '',
    html_url: '',
    api_url: '',
    has_provenance: false,
    running_in: ['staging'],
    exited_from: [],
    history: [],
  };
  const trail = (name: 'early' | 'release', compliance_state: string) => ({
    name,
    flow: 'shop',
    compliance_state,
    ...gateOn(name),
    last_modified_at: moment,
    html_url: `${stored.url}/acme/flows/shop/trails/${name}`,
  });
  return {
    trails: [trail('release', 'NON-COMPLIANT'), trail('early', 'INCOMPLETE')],
    artifacts: [...known.toReversed(), strange],
    resolved_to: {
      type: 'multiple',
      full_match: sent.sha,
      commits: { type: 'commit', count: 2, matches: [sent.sha, sent.earlierSha] },
      fingerprints: { type: 'fingerprint', count: 2, matches: [sent.fingerprint, sent.strangeFingerprint] },
    },
  };
}
