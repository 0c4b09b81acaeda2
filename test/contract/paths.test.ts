import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, operations, paramsOf, pathOf, paths, patterns } from '../../src/contract/index.ts';

describe('pathOf', () => {
  it('writes each operation of the interface with its method', () => {
    expect([paths.listTrails.method, pathOf('listTrails', { org: 'acme', flow_name: 'shop' })]).toEqual(['GET', '/trails/acme/shop']);
    expect([paths.findAttestations.method, pathOf('findAttestations', { org: 'acme' })]).toEqual(['GET', '/attestations/acme']);
    expect([paths.attestJunit.method, pathOf('attestJunit', { org: 'acme', flow_name: 'shop', trail_name: 'c0ffee' })]).toEqual([
      'POST',
      '/attestations/acme/shop/trail/c0ffee/junit',
    ]);
    expect(pathOf('getTrail', { org: 'acme', flow_name: 'shop', trail_name: 'v1.0~rc_1' })).toBe('/trails/acme/shop/v1.0~rc_1');
  });

  it('keeps every parameter one segment, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (org, flow, trail) => {
        const path = pathOf('getTrail', { org, flow_name: flow, trail_name: trail });
        const segments = path.split('/');
        expect(segments).toHaveLength(5);
        expect(segments.slice(2).map(decodeURIComponent)).toEqual([org, flow, trail]);
        expect(path).not.toMatch(/[?#\s\\]/);
      }),
    );
  });

  it('knows the form of every parameter in the path of an operation', () => {
    for (const [name, operation] of Object.entries(operations)) {
      const inPath = [...operation.path.matchAll(/:([a-z_]+)/g)].map(([, parameter]) => parameter);
      expect([name, Object.keys(paramsOf(operation).properties)]).toEqual([name, inPath]);
    }
  });
});

describe('patterns', () => {
  it.each([
    ['fingerprint', 'a'.repeat(64), ['a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`, `sha256:${'a'.repeat(64)}`]],
    ['commitSha', '0'.repeat(40), ['0'.repeat(39), 'g'.repeat(40), `${'0'.repeat(40)}\n`]],
    ['flowName', 'checkout.service-1_a~b', ['', '-shop', 'a/b', 'a b', 'größe', 'a\n']],
    ['trailName', '0.1', ['', '.hidden', 'a/b', '..', 'a?b']],
    ['orgName', 'acme', ['', '~acme', 'a b']],
    ['templateName', 'unit,tests_-', ['', 'a.b', 'a b']],
    ['externalUrlLabel', 'run page', ['', 'a=b', 'a.b']],
    ['annotationKey', 'build_1-x', ['', 'a.b', 'a b']],
    ['recordId', '0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d', ['0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f', '']],
  ] as const)('%s takes %s and refuses what only looks like it', (name, good, bad) => {
    expect(matches(name, good)).toBe(true);
    for (const text of bad) expect([text, matches(name, text)]).toEqual([text, false]);
  });

  it('are all anchored at both ends', () => {
    for (const pattern of Object.values(patterns)) expect(pattern).toMatch(/^\^.*\$$/);
  });
});
