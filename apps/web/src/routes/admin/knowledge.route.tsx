import { articlePath, paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { KnowledgeScreen } from '../../features/admin/knowledge/knowledge-screen.tsx'
import { knowledgeTexts } from '../../features/admin/knowledge/knowledge.texts.ts'
import { useSession } from '../../features/session/use-session.ts'

/** /admin/knowledge */
export function KnowledgeRoute() {
  const isAdmin = useSession().role === 'admin'
  return (
    <Page title={knowledgeTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{isAdmin ? knowledgeTexts.intro : knowledgeTexts.introClient}</p>
      </div>
      <KnowledgeScreen path={paths.knowledge} articlePath={articlePath} isAdmin={isAdmin} />
    </Page>
  )
}
