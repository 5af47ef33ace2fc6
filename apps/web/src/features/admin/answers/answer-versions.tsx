import { createApprovedAnswerCalls } from '@org/api-client'
import type { ApprovedAnswer, ContentVersion } from '@org/api-client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { editorName } from '../knowledge/editor-name.ts'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { TextDifference } from '../knowledge/text-difference.tsx'
import { fieldChanges, VersionsDialog } from '../versions-dialog.tsx'
import { answerHistoryQuery, answersKey } from './answers.queries.ts'
import { answerTexts } from './answers.texts.ts'

/** Every version of an approved answer, with the difference from the current one, and restore. */
export function AnswerVersions({
  answer: { id, question, version },
  isDirty,
  onRestored,
  onClose,
}: {
  answer: ApprovedAnswer
  /** Unsaved changes would be lost by a restore. */
  isDirty: boolean
  /** Undefined for those who may not restore. */
  onRestored: ((answer: ApprovedAnswer) => void) | undefined
  onClose: () => void
}) {
  const calls = useCalls(createApprovedAnswerCalls)
  const client = useQueryClient()
  return (
    <VersionsDialog
      title={knowledgeTexts.history.of(question)}
      size="large"
      versions={useInfiniteQuery(answerHistoryQuery(calls, id))}
      authorName={(savedBy) => editorName(savedBy) ?? adminTexts.history.deletedAccount}
      renderDifference={(saved, current) => <Difference before={saved} after={current} />}
      restore={
        onRestored &&
        (async (restored) => {
          onRestored(await calls.restoreApprovedAnswer(id, restored, version))
          await client.invalidateQueries({ queryKey: answersKey })
        })
      }
      blocked={isDirty ? adminTexts.history.unsaved : undefined}
      onClose={onClose}
    />
  )
}

function Difference({ before, after }: { before: ContentVersion; after: ContentVersion }) {
  const { answer: text, ...fields } = before.fields
  const { answer: currentText, ...currentFields } = after.fields
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
  const { fields } = answerTexts
  return new Map([
    ['question', fields.question],
    ['variants', fields.variants],
    ['language', fields.language],
    ['citations', fields.citations],
    ['reviewer', fields.reviewer],
    ['reviewed_at', fields.reviewedAt],
    ['expires_at', fields.expiresAt],
    ['status', knowledgeTexts.article.status],
  ])
}
