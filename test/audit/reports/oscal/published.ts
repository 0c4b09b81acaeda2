import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { oscal, oscalPlan } from '../../../../src/audit/reports/oscal/oscal.ts';
import { root } from '../../../support/sources.ts';
import { textOf } from '../hostile.ts';

/** The parts of the results that tests look at. */
export interface Results {
  readonly uuid: string;
  readonly metadata: { readonly 'last-modified': string; readonly 'oscal-version': string; readonly remarks: string };
  readonly 'import-ap': { readonly href: string };
  readonly 'local-definitions'?: { readonly activities: readonly { readonly title: string }[] };
  readonly results: readonly [Result];
  readonly 'back-matter': {
    readonly resources: readonly [{ readonly uuid: string; readonly base64: { readonly value: string } }];
  };
}

export interface Result {
  readonly description: string;
  readonly start: string;
  readonly end: string;
  readonly remarks?: string;
  readonly 'reviewed-controls': object;
  readonly observations: readonly Observation[];
  readonly risks?: readonly { readonly uuid: string; readonly status: string; readonly statement: string; readonly deadline?: string }[];
  readonly findings: readonly Finding[];
}

interface Observation {
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  readonly methods: readonly string[];
  readonly collected: string;
  readonly remarks?: string;
  readonly 'relevant-evidence'?: readonly { readonly href: string }[];
}

interface Finding {
  readonly uuid: string;
  readonly title: string;
  readonly target: {
    readonly 'target-id': string;
    readonly status: { readonly state: string; readonly reason: string; readonly remarks: string };
  };
  readonly 'related-observations': readonly { readonly 'observation-uuid': string }[];
  readonly 'related-risks'?: readonly { readonly 'risk-uuid': string }[];
}

const compiled = new Map<string, ValidateFunction>();

/** The schema of one of the two files, as NIST published it. */
function schema(name: 'assessment-plan' | 'assessment-results'): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const text = readFileSync(join(root, 'test', 'fixtures', 'oscal', `oscal_${name}_schema.json`), 'utf8');
  const check = ajv.compile(JSON.parse(text));
  compiled.set(name, check);
  return check;
}

/**
 * Both files of an audit, after they went through the published schemas.
 *
 * @throws where a schema does not take its file.
 */
export async function published(audit: Audit): Promise<{ readonly results: Results; readonly plan: object; readonly planText: string }> {
  const planText = await textOf(oscalPlan(audit));
  const read = { 'assessment-results': JSON.parse(await textOf(oscal(audit))), 'assessment-plan': JSON.parse(planText) };
  for (const name of ['assessment-results', 'assessment-plan'] as const) {
    const check = schema(name);
    if (!check(read[name])) throw new Error(`The schema of ${name} says: ${JSON.stringify(check.errors, null, 1)}`);
  }
  return { results: read['assessment-results']['assessment-results'], plan: read['assessment-plan']['assessment-plan'], planText };
}
