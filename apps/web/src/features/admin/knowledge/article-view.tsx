import { Answer } from '@org/citations/react'
import '@org/citations/styles.css'
import type { ContentArticle } from '@org/api-client'
import { kit } from '@org/languages'
import { Button } from '@org/ui-kit'
import { useState } from 'react'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import classes from '../admin.module.css'
import { FactList } from '../fact-list.tsx'
import { languageName } from '../operators/names.ts'
import { formatDay } from './format-content.ts'
import css from './knowledge.module.css'
import { knowledgeTexts as texts } from './knowledge.texts.ts'
import { VersionList } from './version-list.tsx'

/** An article for those who may not change it. */
export function ArticleView({ article }: { article: ContentArticle }) {
  const { id, title, author, url, topic, language, status, reviewBy, body } = article
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  return (
    <div className={classes.stack}>
      <ReadOnlyNote action="edit" className={classes.muted} />
      <FactList
        facts={[
          [texts.article.title, title],
          [texts.article.author, author],
          [texts.article.url, url],
          [texts.article.topic, topic],
          [texts.article.language, languageName(language)],
          [texts.article.status, texts.statuses[status]],
          [texts.article.reviewBy, reviewBy === null ? '' : formatDay(reviewBy)],
        ]}
      />
      <section className={css.preview} aria-label={texts.article.body} lang={language}>
        <Answer text={body} labels={kit.answer} citations={[]} />
      </section>
      <div className={classes.row}>
        <Button
          onClick={() => {
            setIsHistoryOpen(true)
          }}
        >
          {texts.history.title}
        </Button>
      </div>
      {isHistoryOpen && (
        <VersionList
          kind="articles"
          item={{ id, name: title }}
          isDirty={false}
          restore={undefined}
          onClose={() => {
            setIsHistoryOpen(false)
          }}
        />
      )}
    </div>
  )
}
