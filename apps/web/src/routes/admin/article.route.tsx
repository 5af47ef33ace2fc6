import { useParams, useSearchParams } from 'react-router'
import { articlePath, paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { ArticleEditor } from '../../features/admin/knowledge/article-editor.tsx'
import { knowledgeTexts } from '../../features/admin/knowledge/knowledge.texts.ts'
import { useMay } from '../../features/session/use-may.ts'
import { useSession } from '../../features/session/use-session.ts'
import { Link } from '../../shared/link.tsx'

/** /admin/knowledge/articles/{id} */
export function ArticleRoute() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isAdmin = useSession().role === 'admin'
  const stored = useMay('edit') ? knowledgeTexts.list.editArticle : knowledgeTexts.list.showArticle
  const { article, backToList } = knowledgeTexts
  return (
    <Page title={id === 'new' ? article.add : stored} indexed={false} width="wide">
      <div className={classes.lead}>
        <Link to={paths.knowledge}>{backToList}</Link>
      </div>
      <ArticleEditor
        key={id}
        id={id}
        start={{
          title: search.get('title') ?? '',
          clientId: isAdmin ? search.get('owner') : null,
          gapId: search.get('gap'),
        }}
        listPath={paths.knowledge}
        articlePath={articlePath}
        isAdmin={isAdmin}
      />
    </Page>
  )
}
