import { createAdminCalls } from '@org/api-client'
import type { OperatorEntry } from '@org/api-client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import versionsList from '../settings/history-section.module.css'
import { fieldChanges, VersionsDialog } from '../versions-dialog.tsx'
import { operatorTexts } from './operators.texts.ts'
import { entryHistoryQuery } from './operators.queries.ts'

const texts = adminTexts.history

/** Every version of an entry, with the difference from the current one, and restore. */
export function EntryHistory({
  entry,
  name,
  restore,
  onClose,
}: {
  entry: OperatorEntry
  name: string
  restore: (version: number) => Promise<void>
  onClose: () => void
}) {
  return (
    <VersionsDialog
      title={operatorTexts.entry.historyOf(name)}
      versions={useInfiniteQuery(entryHistoryQuery(useCalls(createAdminCalls), entry.id))}
      authorName={(savedBy) => savedBy ?? texts.deletedAccount}
      renderTags={({ retired }) =>
        retired && <span className={versionsList.tag}>{operatorTexts.entry.retired}</span>
      }
      renderDifference={(saved, current) => (
        <ChangeList
          before={texts.version(current.version)}
          after={texts.version(saved.version)}
          changes={fieldChanges(
            { ...current.fields, retired: current.retired },
            { ...saved.fields, retired: saved.retired },
            fieldLabels(),
          )}
        />
      )}
      restore={restore}
      onClose={onClose}
    />
  )
}

/** Labels of fields by their wire names. */
function fieldLabels(): ReadonlyMap<string, string> {
  const { phrases, lines, synonym, entry } = operatorTexts
  return new Map([
    ['phrase', phrases.phrase],
    ['category', phrases.category],
    ['severity', phrases.severity],
    ['name', lines.name],
    ['phone', lines.phone],
    ['url', lines.url],
    ['region', lines.region],
    ['hours', lines.hours],
    ['languages', lines.languages],
    ['categories', lines.categories],
    ['source', lines.source],
    ['checked', lines.checked],
    ['term', synonym.term],
    ['synonyms', synonym.synonyms],
    ['language', entry.language],
    ['note', entry.note],
    ['retired', entry.retired],
  ])
}
