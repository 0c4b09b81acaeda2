import type { AttestSettings } from '../../../src/options/index.ts';

/** The settings of `attest` where no option is given, except for these. */
export function attestSettings(facts: Partial<AttestSettings> = {}): AttestSettings {
  return {
    name: 'unit',
    resultPaths: ['*.xml'],
    workingDirectory: undefined,
    trackedResults: 'refuse',
    testOutcome: undefined,
    jobStatus: undefined,
    onUnusable: 'post-error',
    artifactFingerprint: undefined,
    targetArtifacts: [],
    description: undefined,
    originUrl: undefined,
    externalUrls: new Map(),
    annotations: new Map(),
    userData: {},
    redact: [],
    githubToken: undefined,
    matrix: null,
    leg: undefined,
    attachments: [],
    attach: 'results',
    reading: {},
    testNames: 'failed',
    ...facts,
  };
}
