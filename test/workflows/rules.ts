import type { YAMLMap } from 'yaml';
import { textOf, type WorkflowFile } from './files.ts';
import { commentAt, missingGrants, nameOf, pairsOf, parseWorkflow, textAt, type Job, type Parsed } from './parsed.ts';

/** One rule of this project about workflows: what is wrong with this one, a sentence each. */
type Rule = (parsed: Parsed, file: WorkflowFile) => readonly string[];

/** The faults of a workflow by the rules that no published tool holds, or holds for recipes. */
export function faultsOf(file: WorkflowFile): readonly string[] {
  const parsed = parseWorkflow(file.text);
  return (file.kind === 'own' ? [...everywhere, ...ownOnly] : [...everywhere, ...recipesOnly]).flatMap((rule) => rule(parsed, file));
}

const isFullSha = /@[0-9a-f]{40}$/;
/** This action, or a workflow of this repository, as those who use it write it. */
const published = /^(?:<owner>|acme)\/compliance-evidence(?:\/(?<path>[^@]+))?@v1$/;
const gates = new Set(['gate', 'attest-and-gate']);

const namesItself: Rule = ({ workflow }) => (textAt(workflow, 'name') === undefined ? ['the workflow has no name'] : []);

const grantsNothingAtTheTop: Rule = ({ workflow }) =>
  workflow.has('permissions') && pairsOf(workflow.get('permissions')).length === 0 && textAt(workflow, 'permissions') === undefined
    ? []
    : ['`permissions: {}` must stand at the top'];

const grantsByJob: Rule = ({ jobs }) =>
  jobs.flatMap(({ id, map }) => {
    if (!map.has('permissions')) return [`job ${id}: has no \`permissions\``];
    if (textAt(map, 'permissions') !== undefined) return [`job ${id}: grants by one word`];
    return pairsOf(map.get('permissions')).flatMap(({ key }) =>
      commentAt(map, 'permissions', nameOf(key)) === '' ? [`job ${id}: no comment says what \`${nameOf(key)}\` is for`] : [],
    );
  });

const saysWhatItMayWrite: Rule = ({ workflow, jobs }) => {
  const holders: readonly (readonly [string, YAMLMap])[] = [
    ['the workflow', workflow],
    ...jobs.map(({ id, map }) => [`job ${id}`, map] as const),
  ];
  return [
    ...(workflow.has('permissions') ? [] : ['`permissions` must stand at the top']),
    ...holders.flatMap(([who, map]) =>
      pairsOf(map.get('permissions')).flatMap(({ key }) =>
        textAt(map, 'permissions', nameOf(key)) === 'write' && commentAt(map, 'permissions', nameOf(key)) === ''
          ? [`${who}: no comment says what \`${nameOf(key)}: write\` is for`]
          : [],
      ),
    ),
  ];
};

/**
 * Without a limit a job that hangs takes six hours, and its check is pending for so long. The caller of a workflow cannot set it.
 */
const ends: Rule = ({ jobs }) =>
  jobs.flatMap(({ id, map }) =>
    map.has('uses') || Number(textAt(map, 'timeout-minutes')) > 0 ? [] : [`job ${id}: has no \`timeout-minutes\``],
  );

const pins: Rule = ({ jobs, isReusable }) =>
  usesOf(jobs).flatMap(({ where, map, uses }) => {
    if (uses.startsWith('$/')) return [];
    if (uses.startsWith('./')) return isReusable ? [`${where}: \`${uses}\` is looked for in the checkout of the caller; write \`$/\``] : [];
    if (!isFullSha.test(uses)) return [`${where}: \`${uses}\` is not pinned by a full SHA`];
    return /^v\d+\.\d+\.\d+$/.test(commentAt(map, 'uses')) ? [] : [`${where}: no comment says which version \`${uses}\` is`];
  });

const namesVersions: Rule = ({ jobs }) =>
  usesOf(jobs).flatMap(({ where, uses }) =>
    /@v\d+$/.test(uses) || isFullSha.test(uses) ? [] : [`${where}: \`${uses}\` names no version`],
  );

const findsItsOwn: Rule = ({ jobs }) =>
  usesOf(jobs).flatMap(({ where, map, uses }) => {
    const path = uses.startsWith('$/') || uses.startsWith('./') ? uses.slice(2) : published.exec(uses)?.groups?.['path'];
    if (path === undefined) return [];
    const file = map.has('steps') || path.endsWith('.yml') ? path : [path, 'action.yml'].filter((part) => part !== '').join('/');
    return textOf(file) === undefined ? [`${where}: there is no ${file}`] : [];
  });

const keepsExpressionsOutOfScripts: Rule = ({ jobs }, { kind }) =>
  jobs.flatMap(({ id, steps }) =>
    steps.flatMap((step) =>
      // The matrix of a recipe stands in the same file: nobody else can change it.
      [textAt(step, 'run'), textAt(step, 'with', 'script')].some((script) =>
        (kind === 'recipe' ? script?.replaceAll(/\$\{\{ matrix\.\w+ \}\}/g, '') : script)?.includes('${{'),
      )
        ? [`job ${id}: an expression becomes part of a script; hand it over in \`env\``]
        : [],
    ),
  );

const namesSecrets: Rule = ({ jobs }) =>
  jobs.flatMap(({ id, map }) => (textAt(map, 'secrets') === 'inherit' ? [`job ${id}: hands over every secret`] : []));

const leavesNoToken: Rule = ({ jobs }) =>
  usesOf(jobs).flatMap(({ where, map, uses }) =>
    uses.startsWith('actions/checkout@') && textAt(map, 'with', 'persist-credentials') !== 'false'
      ? [`${where}: the checkout leaves the token behind; set \`persist-credentials: false\``]
      : [],
  );

/** Each job of a run may put another artifact in the place of a name. */
const takesByNumber: Rule = ({ jobs }) =>
  usesOf(jobs).flatMap(({ where, map, uses }) =>
    uses.startsWith('actions/download-artifact@') && textAt(map, 'with', 'pattern') === undefined && !hasNumber(map)
      ? [`${where}: the artifact is not taken by its number, in \`artifact-ids\``]
      : [],
  );

/** Without a number the action takes every artifact of the run; the input of a workflow may be empty. */
function hasNumber(map: YAMLMap): boolean {
  return /^\$\{\{ (?:needs\.\S+|inputs\.\S+ \|\| 'none') \}\}$/.test(textAt(map, 'with', 'artifact-ids') ?? '');
}

/** A job that is skipped because one before it failed counts as passed if it is a required check. */
const alwaysGates: Rule = ({ jobs }) =>
  jobs.flatMap(({ id, map, steps }) =>
    map.has('needs') && (isGate(map) || steps.some(isGate)) && textAt(map, 'if') !== '${{ always() }}'
      ? [`job ${id}: a gate that waits for others must have \`if: \${{ always() }}\``]
      : [],
  );

const runsNoStrangersCode: Rule = ({ events }) =>
  events.includes('pull_request_target') ? ['`pull_request_target` hands secrets to what a stranger sends'] : [];

/** A workflow that does not begin leaves a required check pending for ever. */
const beginsAlways: Rule = ({ workflow, jobs }) => {
  if (!jobs.some(({ map, steps }) => isGate(map) || steps.some(isGate))) return [];
  return pairsOf(workflow.get('on')).flatMap(({ key, value }) =>
    pairsOf(value).flatMap((filter) =>
      /^paths(?:-ignore)?$/.test(nameOf(filter.key))
        ? [`\`${nameOf(filter.key)}\` on \`${nameOf(key)}\`: the gate would stay pending`]
        : [],
    ),
  );
};

const describesItsInterface: Rule = ({ workflow }) =>
  ['inputs', 'secrets', 'outputs'].flatMap((kind) =>
    pairsOf(workflow.getIn(['on', 'workflow_call', kind])).flatMap(({ key }) => {
      const at = ['on', 'workflow_call', kind, nameOf(key)] as const;
      const wanted =
        kind === 'inputs' ? ['description', 'type'] : kind === 'secrets' ? ['description', 'required'] : ['description', 'value'];
      return wanted.flatMap((word) => (textAt(workflow, ...at, word) === undefined ? [`${kind} ${nameOf(key)}: has no \`${word}\``] : []));
    }),
  );

const grantsWhatIsCalled: Rule = (parsed) => missingGrants(parsed, (uses) => calledWorkflow(uses));

const everywhere: readonly Rule[] = [
  namesItself,
  ends,
  findsItsOwn,
  keepsExpressionsOutOfScripts,
  namesSecrets,
  alwaysGates,
  runsNoStrangersCode,
  beginsAlways,
  grantsWhatIsCalled,
];
const ownOnly: readonly Rule[] = [grantsNothingAtTheTop, grantsByJob, pins, leavesNoToken, takesByNumber, describesItsInterface];
const recipesOnly: readonly Rule[] = [saysWhatItMayWrite, namesVersions];

/** Each `uses` of a workflow: those of its jobs and of their steps. */
function usesOf(jobs: readonly Job[]): readonly { readonly where: string; readonly map: YAMLMap; readonly uses: string }[] {
  return jobs.flatMap(({ id, map, steps }) =>
    [map, ...steps].flatMap((each) => {
      const uses = textAt(each, 'uses');
      return uses === undefined ? [] : [{ where: `job ${id}`, map: each, uses }];
    }),
  );
}

/** Whether a step or a job decides, with this action or with a workflow of this repository. */
function isGate(map: YAMLMap): boolean {
  const uses = textAt(map, 'uses') ?? '';
  const [, path = ''] = /(?:^[.$]\/|^[^@]*\/compliance-evidence\/?)(?<path>[^@]*)/.exec(uses) ?? [undefined, undefined];
  if (/(?:^|\/)(?:gate|attest-and-gate|gate-status)(?:\.yml)?$/.test(path)) return true;
  return (uses === './' || published.test(uses)) && path === '' && gates.has(textAt(map, 'with', 'command') ?? 'attest-and-gate');
}

/** The text of a reusable workflow of this repository. */
function calledWorkflow(uses: string): string | undefined {
  const path = /^[.$]\//.test(uses) ? uses.slice(2) : published.exec(uses)?.groups?.['path'];
  return path?.endsWith('.yml') === true ? textOf(path) : undefined;
}
