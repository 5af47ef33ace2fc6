import { TopDown } from '../../../shared/loading/top-down.tsx'
import classes from '../admin.module.css'
import { CaseSection } from './case-section.tsx'
import { type EvaluationLinks, RunSection } from './run-section.tsx'
import { TrialSection } from './trial-section.tsx'

/** /admin/evaluations: runs, the trial with visitors, and cases. */
export function EvaluationsScreen(links: EvaluationLinks) {
  return (
    <TopDown className={classes.sections}>
      <RunSection {...links} />
      <TrialSection />
      <CaseSection />
    </TopDown>
  )
}
