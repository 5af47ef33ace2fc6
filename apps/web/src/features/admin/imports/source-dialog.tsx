import { createSourceCalls } from '@org/api-client'
import type { ContentSource, SourceDraft } from '@org/api-client'
import { Button, ConfirmDialog, Select, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { kit } from '@org/languages'
import { describeFailure } from '../describe-failure.ts'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import list from '../operators/entry-list.module.css'
import { importTexts } from './imports.texts.ts'
import { sourcesKey } from './sources.queries.ts'
import { ImportFields } from './upload-form.tsx'

const texts = importTexts.sources
const kinds = ['sitemap', 'url', 'feed'] as const
const schedules = ['manual', 'daily', 'weekly'] as const

const blank: SourceDraft = {
  kind: 'sitemap',
  address: '',
  schedule: 'manual',
  author: '',
  topic: '',
  language: null,
  status: 'published',
  clientId: null,
}

/** Adds a source, or changes a stored one. */
export function SourceDialog({
  source,
  isAdmin,
  onClose,
}: {
  /** Undefined for a new one. */
  source: ContentSource | undefined
  isAdmin: boolean
  onClose: () => void
}) {
  const calls = useCalls(createSourceCalls)
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<SourceDraft>(source ?? blank)
  const [isDeleting, setIsDeleting] = useState(false)
  const onSuccess = async () => {
    onClose()
    await queryClient.invalidateQueries({ queryKey: sourcesKey })
  }
  const save = useMutation({
    mutationFn: () => {
      const { schedule, author, topic, language, status } = draft
      return source === undefined
        ? calls.createSource(draft)
        : calls.updateSource(source.id, { schedule, author, topic, language, status })
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: (id: string) => calls.deleteSource(id), onSuccess })
  const failed = save.error ?? remove.error
  const change = (changed: Partial<SourceDraft>) => {
    setDraft({ ...draft, ...changed })
  }
  return (
    <FormDialog
      title={source === undefined ? texts.add : texts.edit}
      size="large"
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
      buttons={
        source !== undefined && (
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => {
              setIsDeleting(true)
            }}
          >
            {texts.delete}
          </Button>
        )
      }
      beside={
        source !== undefined && (
          <ConfirmDialog
            open={isDeleting}
            onOpenChange={setIsDeleting}
            title={texts.deleteTitle(source.address)}
            description={texts.deleteText}
            variant="danger"
            labels={{ ...kit.confirm, confirm: texts.delete }}
            onConfirm={() => {
              remove.mutate(source.id)
            }}
          />
        )
      }
    >
      <SourceFields isNew={source === undefined} draft={draft} change={change} />
      <ImportFields isAdmin={isAdmin} isNew={source === undefined} fields={draft} change={change} />
      <StatusLine tone="error">{failed !== null && describeFailure(failed)}</StatusLine>
    </FormDialog>
  )
}

function SourceFields({
  isNew,
  draft,
  change,
}: {
  isNew: boolean
  draft: SourceDraft
  change: (changed: Partial<SourceDraft>) => void
}) {
  return (
    <>
      <div className={list.pair}>
        <Select
          label={texts.kind}
          disabled={!isNew}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          value={draft.kind}
          onValueChange={(kind) => {
            change({ kind })
          }}
        />
        <Select
          label={texts.schedule}
          options={schedules.map((value) => ({ value, label: texts.schedules[value] }))}
          value={draft.schedule}
          onValueChange={(schedule) => {
            change({ schedule })
          }}
        />
      </div>
      <TextField
        label={texts.address}
        description={texts.addressHint}
        type="url"
        dir="ltr"
        required
        disabled={!isNew}
        maxLength={2000}
        value={draft.address}
        onValueChange={(address) => {
          change({ address: address.trim() })
        }}
      />
    </>
  )
}
