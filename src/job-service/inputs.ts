import { wrongUse } from '../errors/index.ts';
import { allOrComplaints, openReader, readName, timeMeant, uses, type OptionSpec, type RawOptions } from '../options/index.ts';
import { cut, didYouMean, list } from '../text/index.ts';
import type { JobServiceSettings } from './open.ts';

export const usualTimeLimit = '6h';

const units = { s: 1_000, m: 60_000, h: 3_600_000 };
/** In milliseconds; a timer could wait for a little more. */
const longest = 500 * units.h;

/** Milliseconds. `name`: how the message names the setting. Throws a UsageError. */
export function readTimeLimit(text: string, name: string): number {
  const [, number, unit = 's'] = /^([1-9]\d{0,6})([smh])?$/.exec(text) ?? [];
  const time = Number(number) * (unit === 'h' || unit === 'm' || unit === 's' ? units[unit] : Number.NaN);
  if (time <= longest) return time;
  const isTooLong = time > longest;
  const near = timeMeant(text);
  const meant = !isTooLong && /[1-9]\d*[smh]\?/.test(near) ? near : '';
  throw wrongUse(
    `${name} ${isTooLong ? 'is longer than 500h' : 'is not a time'}: ${JSON.stringify(text)}`,
    `${meant}Write seconds, or a number with s, m or h, at most 500h: 90, 90s, 5m, 6h`,
  );
}

/** The inputs of the action `serve`; its manifest and its documentation are made from them. */
export const serveInputs = [
  { name: 'org', kind: 'text', description: 'Organization that the service has.' },
  {
    name: 'flow-files',
    kind: 'lines',
    description:
      'YAML files of the flows that the service begins with, one a line; evidence for another flow is then refused. None by default: evidence begins its flow.',
  },
  {
    name: 'time-limit',
    kind: 'duration',
    default: usualTimeLimit,
    description: 'How long the service lives at most, should the step that ends it never run: `90s`, `5m`, `6h`; at most `500h`.',
  },
] as const satisfies readonly OptionSpec[];

export const requiredToServe = ['org'] as const;

export const serveOutputs = {
  url: 'Address of the service, for the input `base-url`.',
  token: 'Token of an administrator of the organization, for the input `api-token`; masked in the log.',
} as const;

const names = serveInputs.map(({ name }) => name);
const naming = (name: string): string => `Input ${name}`;

/** Reads `with:`. Throws a UsageError that names all that is wrong. */
export function readServeInputs(env: NodeJS.ProcessEnv): Pick<JobServiceSettings, 'org' | 'flowFiles' | 'timeLimit'> {
  const raw: RawOptions = Object.fromEntries(names.map((name) => [name, env[`INPUT_${name.toUpperCase()}`]]));
  const read = openReader(uses(serveInputs, requiredToServe), { raw, naming });
  const { flowFiles, org, timeLimit } = allOrComplaints({
    org: () => readName(read, 'org', 'orgName'),
    flowFiles: () => read.lines('flow-files'),
    timeLimit: () => readTimeLimit(read.required('time-limit'), naming('time-limit')),
    known: () => refuseUnknown(env),
  });
  return { org, flowFiles, timeLimit };
}

/** A service that lacks a flow for a mistyped name would require less than was meant. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const given = Object.entries(env).filter(([variable]) => variable.startsWith('INPUT_'));
  const unknown = given
    .map(([variable, value = '']) => [variable.slice('INPUT_'.length).toLowerCase(), value.trim()] as const)
    .filter(([name]) => !names.some((known) => known === name));
  if (unknown.length === 0) return;
  const says = unknown.map(([name, value]) => `${naming(name)} (it says ${JSON.stringify(cut(value, 100))})`);
  throw wrongUse(
    `${list(says)} ${says.length === 1 ? 'is' : 'are'} not of this action`,
    `${unknown.map(([name]) => didYouMean(name, names)).join('')}The inputs are ${list(names)}`,
  );
}
