import { describe, expect, it } from 'vitest';
import type { FoundArtifact, SearchResult } from '../../../src/contract/index.ts';
import { flowsFound } from '../../../src/gate/index.ts';

const fingerprint = 'ab'.repeat(32);
const question = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: undefined } as const;
const asked = { type: 'fingerprint', full_match: fingerprint } as const;
const found = (more: Partial<FoundArtifact> = {}): FoundArtifact => ({ fingerprint, flow: 'shop', has_provenance: true, ...more });
const many = (count: number): readonly FoundArtifact[] => Array.from({ length: count }, () => found());

function flows(artifacts: readonly FoundArtifact[], resolved: SearchResult['resolved_to'] = asked): readonly string[] | undefined {
  return flowsFound({ artifacts: [...artifacts], resolved_to: resolved }, question);
}

describe('the flows that a search finds', () => {
  it.each<readonly [string, readonly FoundArtifact[], readonly string[]]>([
    ['the one', [found()], ['shop']],
    ['each once', [found(), found({ flow: 'till' }), found()], ['shop', 'till']],
    ['as many as an answer that is not cut has', many(99), ['shop']],
    ['without what was only seen to run', [found(), found({ flow: '', has_provenance: false })], ['shop']],
  ])('are %s', (_, artifacts, expected) => {
    expect(flows(artifacts)).toEqual(expected);
  });

  it('are of the fingerprint in capitals as well', () => {
    expect(flows([found()], { ...asked, full_match: 'AB'.repeat(32) })).toEqual(['shop']);
  });

  it.each<readonly [string, readonly FoundArtifact[]]>([
    ['finds nothing', []],
    ['does not know the flow', [found({ flow: 'till' })]],
    ['does not say a flow', [found(), found({ flow: null })]],
    ['leaves a flow empty', [found(), found({ flow: '' })]],
    ['may be cut', many(100)],
  ])('are not known where it %s', (_, artifacts) => {
    expect(flows(artifacts)).toBeUndefined();
  });

  it.each<readonly [string, SearchResult['resolved_to']]>([
    ['a commit', { ...asked, type: 'commit' }],
    ['another fingerprint', { ...asked, full_match: 'cd'.repeat(32) }],
    ['nothing that it names', null],
  ])('are not known where it finds %s', (_, resolved) => {
    expect(flows([found()], resolved)).toBeUndefined();
  });
});
