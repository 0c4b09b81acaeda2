import type { TrailRow } from '../store/store.ts';
import type { Links } from './links.ts';

/** A trail as its readers see it. What was never said is left out. */
export function trailView(trail: TrailRow, org: string, links: Links): Readonly<Record<string, unknown>> {
  return {
    name: trail.name,
    ...trail.details,
    user_data: trail.details.user_data ?? {},
    repo_ids: trail.repoIds,
    last_modified_at: trail.lastModifiedAt,
    created_at: trail.createdAt,
    compliance_status: trail.compliance,
    template: { ...trail.template, content: trail.content },
    compliance_state: trail.compliance.status,
    is_compliant: trail.compliance.is_compliant,
    events: trail.events,
    created_by: trail.createdBy,
    flow: { name: trail.flowName, tags: {} },
    html_url: links.trail(org, trail.flowName, trail.name),
  };
}
