import { createContentCalls } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { articleSearchQuery } from '../knowledge/content.queries.ts'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { languageName } from '../operators/names.ts'
import { focusSearch, SearchPicker } from '../search-picker.tsx'
import type { CitedArticle } from './case-draft.ts'
import css from './evaluations.module.css'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases
/** Articles that a case names at most; the server refuses more. */
const mostArticles = 10

interface ArticlePickerProps {
  articles: readonly CitedArticle[]
  onChange: (articles: readonly CitedArticle[]) => void
}

/** The articles that an answer must cite by their titles, and a search for others. */
export function ArticlePicker({ articles, onChange }: ArticlePickerProps) {
  const titleId = useId()
  const sectionRef = useRef<HTMLElement>(null)
  return (
    <section ref={sectionRef} className={css.picker} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.mustCite}</h3>
      {articles.length === 0 ? (
        <p className={classes.muted}>{texts.noArticles}</p>
      ) : (
        <ul className={css.picked} aria-labelledby={titleId}>
          {articles.map(({ id, title }) => (
            <li key={id}>
              <bdi>{title ?? texts.deletedArticle}</bdi>
              <Button
                size="small"
                variant="ghost"
                aria-label={texts.removeArticleOf(title ?? texts.deletedArticle)}
                onClick={() => {
                  focusSearch(sectionRef.current)
                  onChange(articles.filter((article) => article.id !== id))
                }}
              >
                {texts.removeArticle}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ArticleSearch articles={articles} onChange={onChange} />
      {articles.length >= mostArticles && <p className={classes.muted}>{texts.mostArticles}</p>}
    </section>
  )
}

function ArticleSearch({ articles, onChange }: ArticlePickerProps) {
  const [q, setQ] = useState('')
  const found = useQuery(articleSearchQuery(useCalls(createContentCalls), q))
  return (
    <SearchPicker
      label={texts.findArticles}
      texts={{
        found: texts.foundArticles,
        nothing: texts.noArticlesFound,
        failed: texts.articlesFailed,
        add: texts.addArticle,
      }}
      q={q}
      onSearch={setQ}
      query={found}
      items={found.data?.items.filter(({ id }) => !articles.some((picked) => picked.id === id))}
      keyOf={({ id }) => id}
      addLabelOf={({ title }) => texts.addArticleOf(title)}
      isFull={articles.length >= mostArticles}
      onAdd={({ id, title }) => {
        onChange([...articles, { id, title }])
      }}
    >
      {({ title, author, language, client }) => (
        <div>
          <p className={css.title} dir="auto" lang={language}>
            {title}
          </p>
          <p className={classes.muted}>
            {[author, languageName(language), client ?? knowledgeTexts.filters.everybody]
              .filter((part) => part !== '')
              .map((part, at) => (
                <span key={part}>
                  {at > 0 && ' · '}
                  <bdi>{part}</bdi>
                </span>
              ))}
          </p>
        </div>
      )}
    </SearchPicker>
  )
}
