import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAuditFile } from '../../src/audit/file/read-audit-file.ts';

const docs = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const page = docs('audit-file.md');
const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
const schema = JSON.parse(docs('compliance-audit.schema.json'));

describe('the page of the audit file', () => {
  it('has an example that is read', () => {
    const read = readAuditFile(example);
    expect('fault' in read ? read.fault : read.file.flows.map(({ name }) => name)).toEqual(['unit-tests', 'browser-tests', 'release']);
  });

  it('has an example that the schema allows, with every key of it', () => {
    const ajv = new Ajv({ strict: false });
    formats.default(ajv);
    expect(ajv.validate(schema, parse(example))).toBe(true);
    expect(Object.keys(parse(example)).toSorted()).toEqual(Object.keys(schema.properties).toSorted());
  });

  it('names each key of a flow and of an exclusion', () => {
    const flow = Object.keys(schema.properties.flows.additionalProperties.properties);
    const exclusion = Object.keys(schema.properties.exclusions.items.properties);
    expect([...flow, ...exclusion].filter((key) => !page.includes(key))).toEqual([]);
  });
});
