"""
Reads the OSCAL files of a workspace of compliance-trestle, follows each results to the plan inside, and prints the states of the
targets, a line an audit.
"""

import base64
import pathlib
import sys
from collections import Counter

from trestle.oscal.assessment_plan import AssessmentPlan
from trestle.oscal.assessment_results import AssessmentResults

for folder in sorted(pathlib.Path("assessment-results").glob("[a-z]*")):
    name = folder.name
    plan_file = pathlib.Path("assessment-plans", name, "assessment-plan.json")
    results = AssessmentResults.oscal_read(folder / "assessment-results.json")
    plan = AssessmentPlan.oscal_read(plan_file)
    resources = {f"#{resource.uuid}": resource for resource in results.back_matter.resources}
    if base64.b64decode(resources[results.import_ap.href].base64.value) != plan_file.read_bytes():
        sys.exit(f"{name}: the plan in the results is another one than the plan's own file")
    planned = {part.id for objective in plan.local_definitions.objectives_and_methods for part in objective.parts}
    targets = [finding.target for finding in results.results[0].findings]
    for target in targets:
        if target.target_id not in planned:
            sys.exit(f"{name}: the plan has no objective {target.target_id}")
    states = Counter(getattr(target.status.state, "value", target.status.state) for target in targets)
    print(f"{name}: {states['satisfied']} satisfied, {states['not-satisfied']} not-satisfied")
