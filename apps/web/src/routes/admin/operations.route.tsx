import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { AlertList } from '../../features/admin/operations/alert-list.tsx'
import { BudgetSection } from '../../features/admin/operations/budget-section.tsx'
import { operationTexts } from '../../features/admin/operations/operations.texts.ts'
import { PriceSection } from '../../features/admin/operations/price-section.tsx'
import { RetentionSection } from '../../features/admin/operations/retention-section.tsx'
import { WeeklySection } from '../../features/admin/operations/weekly-section.tsx'

/** /admin/operations */
export function OperationsRoute() {
  return (
    <Page title={operationTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{operationTexts.intro}</p>
      </div>
      <div className={classes.sections}>
        <AlertList />
        <BudgetSection />
        <PriceSection />
        <RetentionSection />
        <WeeklySection />
      </div>
    </Page>
  )
}
