import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/sources.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly security_opt?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<'proxy' | 'service' | 'database', Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const text = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
let compose: Compose;
beforeAll(() => {
  compose = parse(text);
});

describe('the compose file', () => {
  test('shows only the proxy to others, and the database to the service alone', () => {
    const { database, proxy, service } = compose.services;
    expect(proxy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    expect([service.ports, database.ports]).toEqual([undefined, undefined]);
    expect(database.networks).toEqual(['inside']);
    expect(compose.networks['inside']).toEqual({ internal: true });
    expect(proxy.networks).not.toContain('inside');
  });

  test('has no password in it: each is in a file that git does not know', () => {
    expect(text).not.toMatch(/PASSWORD(?!_FILE)\w*:/);
    expect(compose.services.service.environment).toEqual({
      EVIDENCE_DATABASE_URL: 'postgresql://evidence@database:5432/evidence',
      PGPASSFILE: '/run/secrets/pgpass',
    });
    expect(Object.values(compose.secrets).map(({ file }) => file.split('/')[1])).toEqual(['secrets', 'secrets']);
    expect(readFileSync(join(root, 'deploy/.gitignore'), 'utf8')).toBe('/secrets/\n');
  });

  test('has read-only roots, exact tags, and nothing that may become root', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.read_only, service.security_opt]).toEqual([name, true, ['no-new-privileges:true']]);
      expect(service.image).toMatch(/:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/);
    }
  });

  test('bounds the memory and the log of each', () => {
    for (const [name, { logging, mem_limit: memory }] of Object.entries(compose.services))
      expect([name, memory, logging?.options]).toEqual([
        name,
        expect.stringMatching(/^\d+[mg]$/),
        { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d$/) },
      ]);
  });

  test('names no volume, secret, network or service that is not there', () => {
    for (const { depends_on: needed = {}, networks, secrets = [], volumes = [] } of Object.values(compose.services)) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...networks]));
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...secrets]));
      const named = volumes.map((each) => each.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(needed)));
    }
  });
});
