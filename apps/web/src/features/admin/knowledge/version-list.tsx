import { createContentCalls } from '@org/api-client'
import type { ContentVersion } from '@org/api-client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { fieldChanges, VersionsDialog } from '../versions-dialog.tsx'
import { type ContentKind, contentHistoryQuery } from './content.queries.ts'
import { editorName } from './editor-name.ts'
import { knowledgeTexts } from './knowledge.texts.ts'
import { TextDifference } from './text-difference.tsx'

/** Every version of an article or product, with the difference from the current one, and restore. */
export function VersionList({
  kind,
  item: { id, name },
  restore,
  isDirty,
  onClose,
}: {
  kind: ContentKind
  item: { id: string; name: string }
  /** Undefined for those who may not restore. */
  restore: ((version: number) => Promise<unknown>) | undefined
  /** Unsaved changes would be lost by a restore. */
  isDirty: boolean
  onClose: () => void
}) {
  return (
    <VersionsDialog
      title={knowledgeTexts.history.of(name)}
      size="large"
      versions={useInfiniteQuery(contentHistoryQuery(useCalls(createContentCalls), kind, id))}
      authorName={(savedBy) => editorName(savedBy) ?? knowledgeTexts.history.byImport}
      renderDifference={(saved, current) => <Difference before={saved} after={current} />}
      restore={restore}
      blocked={isDirty ? adminTexts.history.unsaved : undefined}
      onClose={onClose}
    />
  )
}

function Difference({ before, after }: { before: ContentVersion; after: ContentVersion }) {
  const { body: text, ...fields } = before.fields
  const { body: currentText, ...currentFields } = after.fields
  const changes = fieldChanges(fields, currentFields, fieldLabels())
  const texts = adminTexts.history
  return (
    <>
      {(changes.length > 0 || text === currentText) && (
        <ChangeList
          before={texts.version(before.version)}
          after={texts.version(after.version)}
          changes={changes}
        />
      )}
      {typeof text === 'string' && typeof currentText === 'string' && text !== currentText && (
        <TextDifference before={text} after={currentText} />
      )}
    </>
  )
}

/** Labels of fields by their wire names. */
function fieldLabels(): ReadonlyMap<string, string> {
  const { article, product } = knowledgeTexts
  return new Map([
    ['title', article.title],
    ['author', article.author],
    ['url', article.url],
    ['topic', article.topic],
    ['language', article.language],
    ['status', article.status],
    ['review_by', article.reviewBy],
    ['name', product.name],
    ['description', product.description],
    ['unit_amount', product.price],
    ['currency', product.currency],
    ['image', product.image],
    ['topics', product.topics],
    ['keywords', product.keywords],
    ['available', product.available],
  ])
}
