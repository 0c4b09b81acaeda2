import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, posix, root, roomOf, src } from './support/sources.ts';

/** Modules of `contract` without a schema library: any room may carry them. */
const plainContract = ['paths', 'paths.gen', 'patterns', 'limits', 'checks.gen', 'explain', 'schemas.gen'].map(
  (name) => `contract/${name}.ts`,
);

/** Values that a room may import from other rooms, at once and lazily; types of `contract` are free everywhere. */
const rooms: Readonly<
  Record<string, { readonly values: readonly string[]; readonly lazy?: readonly string[]; readonly types?: readonly string[] }>
> = {
  errors: { values: [] },
  text: { values: [] },
  contract: { values: [] },
  html: { values: [] },
  junit: { values: ['errors', 'text'] },
  git: { values: ['errors', 'text'] },
  gate: { values: ['errors'] },
  compliance: { values: ['errors'] },
  client: { values: ['errors', 'text', 'plain contract'], lazy: ['plain contract'] },
  audit: { values: ['client', 'gate', 'compliance', 'html', 'errors', 'text'] },
  github: { values: ['errors', 'text'], types: ['gate'] },
  commands: {
    values: ['errors', 'text', 'junit', 'git', 'gate', 'client', 'audit', 'plain contract'],
    lazy: ['github', 'audit', 'compliance'],
  },
  action: { values: ['commands', 'github', 'errors', 'text'] },
  cli: { values: ['commands', 'errors', 'text'], lazy: ['service'] },
  service: { values: ['contract', 'compliance', 'html', 'errors', 'text'] },
};

/** Packages and parts of Node that a room must not touch. */
const never: Readonly<Record<string, RegExp>> = {
  errors: /./,
  text: /./,
  gate: /./,
  compliance: /./,
  html: /^node:|undici|fastify/,
  junit: /^node:(?:https?|net|tls|dgram)|^undici|^@actions\/(?:core|github|http-client)|^typebox|^fastify/,
  git: /^node:(?:https?|net|tls|dgram)|^undici|^@actions|^typebox|^fastify/,
  client: /^typebox|^fastify|^@fastify|^node:(?:sqlite|https?$)/,
  commands: /^typebox|^fastify|^@fastify|^node:(?:sqlite|https?$)|^undici/,
  github: /^typebox|^fastify|^@fastify|^undici|^node:sqlite/,
  action: /^typebox|^fastify|^@fastify|^node:(?:sqlite|https?$)|^undici|^pg$/,
};

/** Rooms within the service: what each must not reach by value. */
const withinService: readonly { readonly from: RegExp; readonly not: RegExp; readonly why: string }[] = [
  { from: /^service\/(?:routes|pages)\//, not: /^service\/store\//, why: 'routes and pages know no store engine' },
  {
    from: /^service\/evidence\//,
    not: /^(?:fastify|@fastify\/|service\/(?:routes|pages|app|server)|service\/store\/(?:sqlite|postgres))/,
    why: 'use cases know neither HTTP nor an engine',
  },
  {
    from: /^service\/store\//,
    not: /^(?:fastify|@fastify\/|node:https?$|compliance\/|service\/(?:routes|pages|evidence|app|server))/,
    why: 'the store knows neither HTTP nor compliance',
  },
];

const sources = filesBelow(src);
const imports = sources.flatMap(importsOf);

describe('the rooms', () => {
  it('are those of the plan', () => {
    expect([...new Set(sources.map((file) => roomOf(posix(relative(src, file)))))].filter((room) => rooms[room] === undefined)).toEqual([]);
    expect(imports.length).toBeGreaterThan(300);
  });

  it('import only what they may', () => {
    const wrong = imports
      .filter(({ room, target, targetRoom, kind }) => {
        if (targetRoom === undefined || targetRoom === room) return false;
        if (kind === 'type' && targetRoom === 'contract') return false;
        const { values = [], lazy = [], types = [] } = rooms[room] ?? {};
        const allowed = [...values, ...(kind === 'lazy' ? lazy : []), ...(kind === 'type' ? [...types, ...lazy] : [])];
        return !allowed.includes(targetRoom) && !(allowed.includes('plain contract') && plainContract.includes(target));
      })
      .map(({ file, kind, target }) => `${file} imports ${target} (${kind})`);
    expect(wrong).toEqual([]);
  });

  it('keep from the packages that are not theirs', () => {
    const wrong = imports
      .filter(({ room, targetRoom, target, kind }) => targetRoom === undefined && kind !== 'type' && never[room]?.test(target) === true)
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('of the service keep apart within it', () => {
    const wrong = withinService.flatMap(({ from, not, why }) =>
      imports
        .filter(({ file, target, kind }) => kind !== 'type' && from.test(file) && not.test(target))
        .map(({ file, target }) => `${file} imports ${target}: ${why}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are entered by their door, but for the plain modules of the contract and what is loaded only when needed', () => {
    const outside = ['contract/'];
    const wrong = imports
      .filter(
        ({ room, targetRoom, target, kind }) =>
          targetRoom !== undefined &&
          targetRoom !== room &&
          kind === 'value' &&
          !target.endsWith('/index.ts') &&
          !outside.some((start) => target.startsWith(start)),
      )
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('load the schema library in the service alone: the plain modules of the contract have no imports of their own', () => {
    const wrong = imports.filter(
      ({ file, kind, target }) => plainContract.includes(file) && kind !== 'type' && !plainContract.includes(target),
    );
    expect(wrong).toEqual([]);
  });

  it('have no cycles between them', () => {
    const edges = new Map<string, Set<string>>();
    for (const { room, targetRoom, kind } of imports) {
      if (targetRoom === undefined || targetRoom === room || kind === 'type') continue;
      edges.set(room, (edges.get(room) ?? new Set()).add(targetRoom));
    }
    const cycle = (room: string, path: readonly string[]): readonly string[] | undefined => {
      if (path.includes(room)) return [...path, room];
      return [...(edges.get(room) ?? [])].map((next) => cycle(next, [...path, room])).find((found) => found !== undefined);
    };
    expect([...edges.keys()].map((room) => cycle(room, [])).find((found) => found !== undefined)).toBeUndefined();
  });
});

describe('the files', () => {
  const all = [
    ...sources,
    ...filesBelow(join(root, 'test')).filter((file) => !file.includes(`${sep}fixtures${sep}`) && !file.includes('node_modules')),
  ];
  const texts = all.map((file) => ({ name: posix(relative(root, file)), text: readFileSync(file, 'utf8') }));
  const having = (pattern: RegExp): readonly string[] =>
    texts.filter(({ name, text }) => !name.endsWith('architecture.test.ts') && pattern.test(text)).map(({ name }) => name);

  it('stay within 250 lines, but for generated ones', () => {
    expect(texts.filter(({ name, text }) => !name.endsWith('.gen.ts') && text.split('\n').length > 251).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('have no default export', () => {
    expect(having(/^export default\b/m)).toEqual([]);
  });

  it('re-export nothing wholesale', () => {
    expect(having(/^export \*/m)).toEqual([]);
  });

  it('are named in kebab-case after what they hold', () => {
    expect(
      texts
        .map(({ name }) => name)
        .filter(
          (name) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:test|gen))?\.ts$/.test(name) || /utils|helpers|manager|\.service/.test(name),
        ),
    ).toEqual([]);
  });

  it('write `process.env` and the console in the shells alone', () => {
    const wrong = texts
      .filter(
        ({ name, text }) =>
          /^src\/(?:errors|text|contract|client|junit|git|gate|compliance|commands|audit|html)\//.test(name) &&
          // It hands its own environment on to git.
          name !== 'src/git/run-git.ts' &&
          /\bprocess\.(?:env|exit|std(?:out|err)|argv)\b|\bconsole\./.test(text),
      )
      .map(({ name }) => name);
    expect(wrong).toEqual([]);
  });

  it('keep clock, chance and I/O out of the gate and the compliance rules', () => {
    const wrong = texts
      .filter(
        ({ name, text }) =>
          /^src\/(?:gate|compliance)\//.test(name) && /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bfetch\(|\bprocess\b/.test(text),
      )
      .map(({ name }) => name);
    expect(wrong).toEqual([]);
  });
});
