import { describe, expect, it } from 'vitest';
import type { TrailFact } from '../../../src/audit/facts/trail.ts';
import type { Template } from '../../../src/contract/index.ts';
import { at } from '../reviews/pull.ts';
import { change, findings, foundBy, nothing, outcome, record, trail, worldOf, worldWith } from './evidence-change.ts';

const template = (names: string, artifacts: Readonly<Record<string, string>> = {}): Template => {
  const entries = (words: string) =>
    words
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ name: word.split(':')[0] ?? '', type: word.split(':')[1] ?? 'junit' }));
  return {
    version: 1,
    trail: {
      attestations: entries(names),
      artifacts: Object.entries(artifacts).map(([name, words]) => ({ name, attestations: entries(words) })),
    },
  };
};

const of = (own: Partial<TrailFact>) => change({ trails: [trail([record()], { ownTemplate: true, ...own })] });
const asks = worldOf({ template: template('unit lint:*', { app: 'scan:snyk' }) });

describe('a trail with a template of its own', () => {
  it.each<readonly [string, Template | null, string]>([
    ['the same', template('unit lint:*', { app: 'scan:snyk' }), ''],
    ['more', template('unit lint:* e2e', { app: 'scan:snyk' }), 'low'],
    ['less', template('unit', { app: 'scan:snyk' }), 'high'],
    ['less and more', template('unit e2e', { app: 'scan:snyk' }), 'high'],
    ['another type', template('unit:generic lint:*', { app: 'scan:snyk' }), 'high'],
    ['a looser type', template('unit:* lint:*', { app: 'scan:snyk' }), 'high'],
    ['a stricter type', template('unit lint:generic', { app: 'scan:snyk' }), 'low'],
    ['no artifact', template('unit lint:*'), 'high'],
    ['less of an artifact', template('unit lint:*', { app: '' }), 'high'],
    ['what nobody can tell', null, 'high'],
  ])('that asks for %s', (_, own, severity) => {
    expect(findings(of({ template: own }), asks)).toEqual(severity === '' ? [] : [`trail-with-own-template ${severity} trail:t`]);
  });

  it('is held to what the flow asked for when the change landed', () => {
    const then = [
      { from: at('08:00'), template: template('unit') },
      { from: at('12:30'), template: template('unit lint') },
    ];
    const world = worldOf({ template: template('unit lint'), templates: then });
    expect(findings(of({ template: template('unit') }), world)).toEqual([]);
    expect(findings(of({ template: template('lint') }), world)).toEqual(['trail-with-own-template high trail:t']);
  });

  it('takes nothing away of a flow that asks for nothing, and may of one that nobody knows or can read', () => {
    expect(findings(of({ template: template('unit') }), worldOf({ template: template('') }))).toEqual([
      'trail-with-own-template low trail:t',
    ]);
    expect(findings(of({ template: template('unit') }), worldOf({ template: null }))).toEqual(['trail-with-own-template high trail:t']);
    expect(findings(of({ template: template('unit') }), worldWith())).toEqual(['trail-with-own-template high trail:t']);
  });

  it('is told with what it leaves out', () => {
    expect(foundBy('trail-with-own-template', of({ template: template('unit') }), asks)[0]?.message).toBe(
      'Trail t of flow unit, which decides about #42 (9999999), has a template of its own: it leaves out lint, artifact app and scan of app, which the flow asks for.',
    );
  });

  it('is not tested where the service does not say', () => {
    expect(outcome('trail-with-own-template', of({ ownTemplate: null, template: template('') }), asks).kind).toBe('not-tested');
  });

  it('is none where the trail has that of its flow, or there is no trail', () => {
    expect(outcome('trail-with-own-template', of({ ownTemplate: false, template: template('') }), asks).kind).toBe('passed');
    expect(outcome('trail-with-own-template', change({ coverage: [nothing] }), asks).kind).toBe('not-applicable');
  });
});
