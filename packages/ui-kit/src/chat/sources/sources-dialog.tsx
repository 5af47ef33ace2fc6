import type { Citation } from '@org/citations'
import { Dialog } from '../../overlays/dialog.tsx'
import { type Given, withDefaults } from '../../base/with-defaults.ts'
import { defaultSourcesLabels, type SourcesDialogLabels, SourcesTable } from './sources-table.tsx'

export type { SourcesDialogLabels } from './sources-table.tsx'

/** Props of {@link SourcesDialog} and {@link SourcesPanel}. */
export interface SourcesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The sources of the answer; null until they are known. */
  sources: readonly Citation[] | null
  /** The numbers that the chosen tag refers to: marked, and the first of them brought into view. */
  chosen?: readonly number[] | undefined
  /** The numbers that the answer refers to. With them the other sources stand apart. */
  cited?: readonly number[] | undefined
  labels?: Given<SourcesDialogLabels> | undefined
}

const noneChosen: readonly number[] = []

/** Modal dialog with the sources of an answer by number, the chosen ones marked. */
export function SourcesDialog({
  open,
  onOpenChange,
  sources,
  chosen = noneChosen,
  cited,
  labels,
}: SourcesDialogProps) {
  const texts = withDefaults(defaultSourcesLabels, labels)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      size="large"
      sheet
      labels={{ close: texts.close }}
    >
      <SourcesTable sources={sources} chosen={chosen} cited={cited} labels={texts} />
    </Dialog>
  )
}
