import { auditParameters, type AuditFilters } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useProvenDownload } from '../../../shared/use-proven-download.ts'
import { adminTexts } from '../admin.texts.ts'
import styles from './audit-log.module.css'

const texts = adminTexts.auditPage
const formats = ['csv', 'jsonl'] as const

/** Downloads the entries that the filters select. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const download = useProvenDownload()
  const save = useMutation({
    mutationFn: (format: (typeof formats)[number]) => download(addressOf(filters, format)),
  })
  return (
    <div>
      <div className={styles.actions}>
        {formats.map((format) => (
          <Button
            key={format}
            size="small"
            busy={save.isPending && save.variables === format}
            onClick={() => {
              save.mutate(format)
            }}
          >
            {texts.exportAs[format]}
          </Button>
        ))}
      </div>
      <StatusLine tone="error">{save.isError && texts.exportFailed}</StatusLine>
    </div>
  )
}

function addressOf(filters: AuditFilters, format: string): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(auditParameters(filters))) {
    if (value !== undefined) search.set(name, value)
  }
  return `/api/admin/audit/export?${search}`
}
