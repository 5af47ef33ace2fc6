import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { JobList } from '../../features/admin/jobs/job-list.tsx'
import { jobTexts } from '../../features/admin/jobs/jobs.texts.ts'

/** /admin/jobs */
export function JobsRoute() {
  return (
    <Page title={jobTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{jobTexts.intro}</p>
      </div>
      <JobList />
    </Page>
  )
}
