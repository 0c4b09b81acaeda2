import { readFileSync } from 'node:fs';
import { parse, parseDocument } from 'yaml';
import { actionCommands, actionNameOf, commands } from '../../src/commands/index.ts';
import { flagOf } from '../../src/options/index.ts';
import { fixParts } from '../../src/presentation/index.ts';

const manifest: { readonly inputs: Readonly<Record<string, unknown>> } = parse(
  readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'),
);

/** The blocks of YAML in a fix, parsed, as the summary shows them to be copied. Throws where one is not YAML. */
export function yamlIn(fix: string): readonly unknown[] {
  return fixParts(fix)
    .filter(({ kind }) => kind === 'yaml')
    .map(({ lines }) => {
      const document = parseDocument(lines.join('\n'));
      const [problem] = [...document.errors, ...document.warnings];
      if (problem !== undefined) throw problem;
      return document.toJS();
    });
}

/** The faults of the YAML that a fix proposes: somebody who pastes it must get a workflow that GitHub and the action take. */
export function complaintsAbout(fix: string): readonly string[] {
  return [...aboutCommands(fix), ...yamlIn(fix).flatMap(aboutBlock)];
}

function aboutBlock(block: unknown): readonly string[] {
  if (Array.isArray(block)) return block.flatMap(aboutStep);
  const keys = Object.keys(Object(block));
  if (keys.length === 1 && keys[0] === 'gate') return aboutGate(Reflect.get(Object(block), 'gate'));
  // The triggers of a workflow, or inputs for a step that is there.
  if (keys[0] === 'on') return aboutTriggers(Reflect.get(Object(block), 'on'));
  return keys[0] === 'permissions' ? aboutPermissions(Reflect.get(Object(block), 'permissions')) : aboutInputs(keys);
}

/** Lines of the command line: the command exists, takes these options, and lacks only those that say where the service is. */
function aboutCommands(fix: string): readonly string[] {
  return [...fix.matchAll(/compliance-evidence ([a-z][^)`\n]*)/g)].flatMap(([, line = '']) => {
    const command = commands.findLast(({ name }) => line === name || line.startsWith(`${name} `));
    if (command === undefined) return [`no command begins ${line}`];
    const given = [...line.matchAll(/ --([a-z-]+)/g)].map(([, flag = '']) => flag);
    const known = command.options.filter(({ positional }) => positional !== true);
    const lacking = known.filter(
      ({ required, use }) => required === true && !['base-url', 'api-token', 'org'].includes(use.name) && !given.includes(flagOf(use)),
    );
    return [
      ...given.filter((flag) => !known.some(({ use }) => flagOf(use) === flag)).map((flag) => `${command.name} has no --${flag}`),
      ...lacking.map(({ use }) => `${command.name} lacks --${flagOf(use)}`),
    ];
  });
}

/** The only permission that a fix may ask for: a job needs it to show who it is. */
function aboutPermissions(permissions: unknown): readonly string[] {
  return says(JSON.stringify(permissions) === '{"id-token":"write"}', `the job gets more: ${JSON.stringify(permissions)}`);
}

function aboutGate(job: unknown): readonly string[] {
  const { if: condition, needs, permissions, steps, ...rest } = Object(job);
  return [
    ...says(Array.isArray(needs) && needs.length > 0, 'the gate needs no job'),
    ...says(condition === '${{ always() }}', 'the gate does not always run'),
    ...says(JSON.stringify(permissions) === '{}', 'the gate has permissions'),
    ...says(JSON.stringify(rest) === '{"runs-on":"ubuntu-latest"}', `the gate has more: ${JSON.stringify(rest)}`),
    ...says(Array.isArray(steps) && Reflect.get(Object(steps[0]), 'with')?.jobs === '${{ toJSON(needs) }}', 'the gate is told of no job'),
    ...(Array.isArray(steps) ? steps.flatMap(aboutStep) : []),
  ];
}

function aboutStep(step: unknown): readonly string[] {
  const { if: condition, uses, with: inputs, ...rest } = Object(step);
  if (typeof uses === 'string' && uses.startsWith('actions/checkout@')) return [];
  const name: unknown = inputs?.command;
  const command = actionCommands.find((known) => actionNameOf(known) === name);
  const required = (command?.options ?? []).filter(({ required: isRequired }) => isRequired === true).map(({ use }) => use.name);
  const read = ['command', ...(command?.options ?? []).map(({ use }) => use.name)];
  const given = Object.keys(Object(inputs));
  return [
    ...says(/^(?:<owner>|acme)\/compliance-evidence@v1$/.test(String(uses)), `the step uses ${String(uses)}`),
    ...says(command !== undefined, `no command is called ${String(name)}`),
    ...required.filter((input) => !given.includes(input)).map((input) => `${String(name)} lacks ${input}`),
    ...given.filter((input) => !read.includes(input)).map((input) => `${String(name)} does not read ${input}`),
    ...Object.entries(Object(inputs)).flatMap(([input, value]) => says(typeof value === 'string', `${input} is no text`)),
    // Evidence is recorded whatever the result of the tests.
    ...says(condition === (name === 'attest' ? '${{ !cancelled() }}' : undefined), `${String(name)} runs if ${String(condition)}`),
    ...says(Object.keys(rest).length === 0, `the step has more: ${JSON.stringify(rest)}`),
    ...aboutInputs(given.filter((input) => input !== 'command')),
  ];
}

function aboutInputs(names: readonly string[]): readonly string[] {
  return names.filter((name) => !Object.hasOwn(manifest.inputs, name)).map((name) => `the action has no input ${name}`);
}

function aboutTriggers(on: unknown): readonly string[] {
  return Object.keys(Object(on)).flatMap((event) => says(['push', 'pull_request'].includes(event), `no event is called ${event}`));
}

function says(isRight: boolean, complaint: string): readonly string[] {
  return isRight ? [] : [complaint];
}
