import type { Template, Trail } from '../../contract/index.ts';
import type { FlowFact } from '../facts/line.ts';
import { readTemplate } from './service-template.ts';
import { momentOf } from './service-values.ts';

/** The id of a template that decided a trail, as the service tells it. */
export type TemplateId = Trail['compliance_status']['flow_template_id'];

/** A template that decided trails, by the id that the service gives it. */
interface Version {
  readonly template: Template | null;
  /** The first moment that it is known to have decided a trail, in Unix seconds. */
  from: number;
  trails: number;
  /** The trail that was decided then. */
  first: string;
  /** The service says that it is the flow's, and no trail's own. */
  isTold: boolean;
}

/** The templates that decided the trails of one flow. */
export interface Versions {
  see(trail: Trail): Promise<void>;
  templateOf(trail: Trail): Promise<Template | null>;
  /** Whether the service tells which template decided a trail. */
  isNumbered(trail: Trail): boolean;
  /** Whether a template may be the trail's own: it decided that trail alone, and is not the flow's of now. No list says so. */
  mayBeOwn(trail: Trail): boolean;
  /** The service says that it is the flow's. */
  tell(trail: Trail): void;
  /** Whether all that is known of the templates stays so with a trail that was read again. `before`: the template that decided it first. */
  isAsSeen(trail: Trail, before: TemplateId): boolean;
  /** Those that are the flow's, the oldest first. */
  known(): NonNullable<FlowFact['templates']>;
}

export function openVersions(today: Template | null): Versions {
  const versions = new Map<string, Version>();
  const asked = JSON.stringify(today);
  const versionOf = ({ compliance_status: { flow_template_id: id } }: Trail) => versions.get(id ?? '');
  const isToday = ({ template }: Version): boolean => template !== null && JSON.stringify(template) === asked;

  return {
    async see(trail) {
      const { evaluated_at: evaluated, flow_template_id: id } = trail.compliance_status;
      if (id === undefined || id === null || id === '') return;
      const at = evaluated ?? trail.last_modified_at ?? Number.POSITIVE_INFINITY;
      const known = versions.get(id);
      if (known === undefined) {
        versions.set(id, { template: await readTemplate(trail.template), from: at, trails: 1, first: trail.name, isTold: false });
        return;
      }
      known.trails += 1;
      if (at >= known.from) return;
      known.from = at;
      known.first = trail.name;
    },
    async templateOf(trail) {
      return versionOf(trail)?.template ?? (await readTemplate(trail.template));
    },
    isNumbered: (trail) => versionOf(trail) !== undefined,
    mayBeOwn(trail) {
      const version = versionOf(trail);
      return version !== undefined && version.trails === 1 && !isToday(version);
    },
    tell(trail) {
      const version = versionOf(trail);
      if (version !== undefined) version.isTold = true;
    },
    isAsSeen(trail, before) {
      const version = versionOf(trail);
      return version !== undefined && version.first !== trail.name && trail.compliance_status.flow_template_id === before;
    },
    known() {
      const ofFlow = [...versions.values()].filter((version) => version.trails > 1 || version.isTold || isToday(version));
      return ofFlow
        .toSorted((one, other) => one.from - other.from)
        .flatMap(({ from, template }) => {
          const at = momentOf(from);
          return at === null || template === null ? [] : [{ from: at, template }];
        });
    },
  };
}
