import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { cycleIn } from './support/cycle.ts';
import { checkers, never, resourceFile, rooms, withinAudit, withinService } from './support/rooms.ts';
import { filesBelow, importsOf, posix, root, roomOf, src, withoutComments } from './support/sources.ts';
import { exceptions, higherThan, loadedFrom, longFunctions, structureOf } from './support/structure.ts';

/** Modules of `contract` without a schema library: any room may carry them. */
const plainContract = (file: string): boolean =>
  file.startsWith('contract/') && !file.startsWith('contract/schemas/') && file !== 'contract/index.ts';

/** Doors next to the index of their room: only some commands need the checks, and only a step that runs on a runner prints for one. */
const furtherDoors: ReadonlySet<string> = new Set([
  'text/bounded-yaml.ts',
  'text/canonical-json.ts',
  'text/check.ts',
  'text/json-parts.ts',
  'github/printer.ts',
]);

const sources = filesBelow(src);
const imports = sources.flatMap(importsOf);

describe('the rooms', () => {
  it('are those of the plan', () => {
    expect([...new Set(sources.map((file) => roomOf(posix(relative(src, file)))))].filter((room) => rooms[room] === undefined)).toEqual([]);
    expect(imports.length).toBeGreaterThan(300);
  });

  it('import only what they may', () => {
    const wrong = imports.filter(({ room, target, targetRoom, kind }) => {
      if (targetRoom === undefined || targetRoom === room) return false;
      if (kind === 'type' && targetRoom === 'contract') return false;
      const { values = [], lazy = [], types = [] } = rooms[room] ?? {};
      const allowed = [...values, ...(kind === 'value' ? [] : lazy), ...(kind === 'type' ? types : [])];
      return !allowed.includes(targetRoom) && !(allowed.includes('plain contract') && plainContract(target));
    });
    expect([...new Set(wrong.map(({ file, kind, target }) => `${file} imports ${target} (${kind})`))]).toEqual([]);
  });

  it('keep from the packages that are not theirs', () => {
    const wrong = imports
      .filter(({ room, targetRoom, target, kind }) => targetRoom === undefined && kind !== 'type' && never[room]?.test(target) === true)
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('write to the runner by one file, which makes foreign text harmless', () => {
    expect(imports.filter(({ target }) => target === '@actions/core').map(({ file }) => file)).toEqual(['github/printer.ts']);
  });

  it('of the service keep apart within it', () => {
    const wrong = withinService.flatMap(({ from, not, why }) =>
      imports
        .filter(({ file, target, kind }) => kind !== 'type' && from.test(file) && not.test(target))
        .map(({ file, target }) => `${file} imports ${target}: ${why}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of a resource are named after their layer, and reach another resource by its tables, its use cases, or page to page', () => {
    const inside = sources.map((file) => posix(relative(src, file))).filter((file) => /^service\/resources\/[^/]+\//.test(file));
    expect(inside.filter((file) => !resourceFile.test(file))).toEqual([]);
    const wrong = imports.filter(({ file, target }) => {
      const [, resource, layer = ''] = resourceFile.exec(file) ?? [];
      const [, other, reached = ''] = resourceFile.exec(target) ?? [];
      if (resource === undefined || other === undefined || resource === other || /^(?:tables|use)/.test(reached)) return false;
      return (
        !(reached.startsWith('record') && /^(?:record|tables)/.test(layer)) && !(reached.startsWith('page') && layer.startsWith('page'))
      );
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('that verify and back up a service load no use case, route or page of a resource', () => {
    const loaded = new Set(['service/backup.ts', 'service/care/verify.ts']);
    for (const file of loaded) {
      for (const { file: from, target, kind } of imports) if (from === file && kind !== 'type') loaded.add(target);
    }
    expect([...loaded]).toEqual(expect.arrayContaining(['service/care/apply.ts', 'service/resources/trails/tables.ts']));
    expect([...loaded].filter((file) => /^service\/pages\/|^service\/resources\/(?:[^/]+\/)?(?:use|routes|pages?)[.-]/.test(file))).toEqual(
      [],
    );
  });

  it('are entered by their door, for types too, but for the contract and what is loaded only when needed', () => {
    const wrong = imports.filter(
      ({ room, targetRoom, target, kind }) =>
        targetRoom !== undefined &&
        targetRoom !== room &&
        targetRoom !== 'contract' &&
        kind !== 'lazy' &&
        !target.endsWith('/index.ts') &&
        !furtherDoors.has(target),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('load the schema library in the service alone: the plain modules of the contract have no imports of their own', () => {
    const wrong = imports.filter(({ file, kind, target }) => plainContract(file) && kind !== 'type' && !plainContract(target));
    expect(wrong).toEqual([]);
  });

  it('have no cycle between them, of values or types', () => {
    const arrows = imports.filter(({ room, targetRoom }) => targetRoom !== undefined && targetRoom !== room);
    expect(cycleIn(arrows.map(({ room, targetRoom = '' }) => [room, targetRoom]))).toBeUndefined();
  });

  it('have no cycle of files, of values or types', () => {
    const within = (room: string): readonly (readonly [string, string])[] =>
      imports.filter((each) => each.room === room && each.targetRoom === room).map(({ file, target }) => [file, target]);
    const found = Object.keys(rooms).flatMap((room) => cycleIn(within(room))?.join(' → ') ?? []);
    expect(found).toEqual([]);
  });
});

test('files for one importer, and folders that import each other, become fewer: `npm run check:weight -- --rooms` names them', () => {
  const { structure } = JSON.parse(readFileSync(join(root, 'scripts/checks/weight.json'), 'utf8'));
  expect(higherThan(structureOf(imports), structure)).toEqual([]);
});

describe('the files', () => {
  const all = [
    ...sources,
    ...['test', 'scripts']
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter((file) => !file.includes(`${sep}fixtures${sep}`) && !file.includes('node_modules') && !file.endsWith('.config.ts')),
  ];
  const texts = all.map((file) => ({ name: posix(relative(root, file)), text: readFileSync(file, 'utf8') }));
  const having = (pattern: RegExp): readonly string[] =>
    texts.filter(({ name, text }) => !name.endsWith('architecture.test.ts') && pattern.test(text)).map(({ name }) => name);

  it('stay within 600 lines, but for generated ones', () => {
    expect(texts.filter(({ name, text }) => !name.endsWith('.gen.ts') && text.split('\n').length > 601).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('have no function of more than 60 lines, but for those that are still to be cut', () => {
    const long = sources.filter((file) => !file.endsWith('.gen.ts')).flatMap((file) => longFunctions(file, 60));
    const grown = long.filter(({ name, lines }) => lines > (exceptions.longFunctions[name] ?? 60));
    expect(grown.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
    const cut = Object.keys(exceptions.longFunctions).filter((name) => !long.some((each) => each.name === name));
    expect(cut).toEqual([]);
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
          (name) =>
            !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:(?:slow\.|timed\.|postgres\.)?test|gen|d))?\.ts$/.test(name) ||
            /utils|helpers|manager|\.service/.test(name),
        ),
    ).toEqual([]);
  });

  it('write `process.env` and the console in the shells alone, but for those that still do', () => {
    const found = texts
      .filter(
        ({ name, text }) =>
          name.startsWith('src/') &&
          !/^src\/(?:action|cli)\//.test(name) &&
          /\bprocess\.(?:env|exit|std(?:out|err)|argv)\b|\bconsole\./.test(text),
      )
      .map(({ name }) => name);
    expect(found).toEqual([...new Set(exceptions.environment)].toSorted());
  });
});

test.each(Object.entries(checkers))('%s loads no more of what writes the thing than it did', (name, checker) => {
  const ours = imports.filter(
    ({ file, kind, target, targetRoom = 'errors' }) =>
      checker.test(file) && kind !== 'type' && !checker.test(target) && !['errors', 'text'].includes(targetRoom),
  );
  const loaded = new Set(ours.map(({ target }) => `src/${target}`));
  expect([...loaded].toSorted()).toEqual([...new Set(exceptions.checkers[name])].toSorted());
});

describe('the audit', () => {
  it('goes from facts to judge and rules, and from there to reports', () => {
    const wrong = withinAudit.flatMap(({ from, not, why }) =>
      imports
        .filter(({ file, target }) => from.test(file) && not.test(target))
        .map(({ file, target }) => `${file} imports ${target}: ${why}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** A clock, chance, a wait, the network and the process. */
const impure =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill\w*)\b|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\b|\bfetch\(|\bprocess\b|\bconsole\./;
/** Packages, and the part of Node, that only work something out. */
const pure = /^(?:node:crypto|canonicalize|fastest-levenshtein|fast-xml-parser|picomatch|yaml|@actions\/expressions)$/;

test.each(['gate', 'compliance', 'statement', 'audit/judge', 'audit/rules', 'audit/reports'])(
  '%s and all that it loads know no clock, no chance and no I/O',
  (folder) => {
    const loaded = new Set(loadedFrom(imports, (file) => file.startsWith(`${folder}/`)));
    expect(loaded.size).toBeGreaterThan(10);
    const odd = [...loaded].filter((file) => impure.test(withoutComments(readFileSync(join(src, file), 'utf8'))));
    const packages = imports.filter(
      ({ file, kind, target, targetRoom }) => loaded.has(file) && kind !== 'type' && targetRoom === undefined && !pure.test(target),
    );
    expect([...odd, ...packages.map(({ file, target }) => `${file} imports ${target}`)]).toEqual([]);
  },
);
