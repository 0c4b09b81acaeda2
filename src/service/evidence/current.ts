import type { Artifact, Trail } from '../../contract/index.ts';
import type { ArtifactRow } from '../store/model/artifacts.ts';
import type { Current } from '../store/tables/current.ts';
import type { View } from './view.ts';

/** The fields that name the templates behind a decision. */
type CurrentView<Reply extends Trail | Artifact> = Pick<View<Reply>, 'current' | 'own_template' | 'template_version'>;

/** The fields of one trail that compare its decision with the current templates. */
export function currentFields({
  compliance,
  decidedBy,
  flowTemplate,
  ownTemplate,
}: Current): CurrentView<Trail> & { readonly flow_template: unknown } {
  const { content, template, version } = flowTemplate;
  return {
    current: { ...compliance, template_version: version },
    template_version: ownTemplate ? null : decidedBy,
    own_template: ownTemplate,
    flow_template: { ...template, content },
  };
}

/** The same for an artifact on the trail. */
export function currentStateFields(
  { compliance, decidedBy, flowTemplate, ownTemplate, replaced }: Current,
  { fingerprint, id, name, state }: ArtifactRow,
): CurrentView<Artifact> {
  const found = compliance.artifacts_statuses?.[name];
  const status = found?.artifact_fingerprint === fingerprint ? found.status : (replaced.get(id) ?? state);
  return {
    current: { status, template_version: flowTemplate.version },
    template_version: ownTemplate ? null : decidedBy,
    own_template: ownTemplate,
  };
}
