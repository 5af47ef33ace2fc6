import { createAdminCalls, createImportCalls } from '@org/api-client'
import type { UploadFields } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button, Select, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { LanguageAndOwner } from '../knowledge/article-fields.tsx'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import list from '../operators/entry-list.module.css'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { FilePicker } from './file-picker.tsx'
import { importsKey } from './imports.queries.ts'
import css from './imports.module.css'
import { importTexts as texts } from './imports.texts.ts'

/** Limits of the server, which are checked before the files are sent. */
const mostFiles = 20
const mostBytes = 20 * 1024 * 1024

const megabytes = new Intl.NumberFormat(localeOr(undefined), { maximumFractionDigits: 1 })
const blank: UploadFields = { author: '', topic: '', language: null, status: 'published', clientId: null }

/** Chooses files and the fields of their content, and uploads them. */
export function UploadForm({ isAdmin }: { isAdmin: boolean }) {
  const { upload } = useCalls(createImportCalls)
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  const [fields, setFields] = useState(blank)
  const sending = useMutation({
    mutationFn: () => upload(files, fields),
    onSuccess: async () => {
      setFiles([])
      await queryClient.invalidateQueries({ queryKey: importsKey })
    },
  })
  const flaw = flawOf(files)
  return (
    <form
      aria-labelledby="upload-title"
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (flaw === undefined && files.length > 0) sending.mutate()
      }}
    >
      <h2 id="upload-title" className={css.title}>
        {texts.title}
      </h2>
      <FilePicker
        onFiles={(chosen) => {
          sending.reset()
          setFiles(withFiles(files, chosen))
        }}
      />
      {files.length > 0 && (
        <>
          <FileList
            files={files}
            onRemove={(removed) => {
              setFiles(files.filter((file) => file !== removed))
            }}
          />
          <ImportFields
            isAdmin={isAdmin}
            fields={fields}
            change={(change) => {
              setFields({ ...fields, ...change })
            }}
          />
          <div className={classes.row}>
            <Button type="submit" variant="primary" busy={sending.isPending} disabled={flaw !== undefined}>
              {texts.upload(files.length)}
            </Button>
          </div>
        </>
      )}
      <StatusLine tone={sending.isSuccess ? 'success' : 'error'}>
        {sending.isSuccess ? texts.started : sending.isError ? describeFailure(sending.error) : flaw}
      </StatusLine>
    </form>
  )
}

function withFiles(files: readonly File[], chosen: readonly File[]): readonly File[] {
  const names = new Set(chosen.map(({ name }) => name))
  return [...files.filter(({ name }) => !names.has(name)), ...chosen]
}

function flawOf(files: readonly File[]): string | undefined {
  if (files.length > mostFiles) return texts.tooMany(mostFiles)
  const large = files.find(({ size }) => size > mostBytes)
  return large && texts.tooLarge(large.name)
}

function FileList({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <ul aria-label={texts.chosen} className={css.files}>
      {files.map((file) => (
        <li key={file.name}>
          <bdi>{file.name}</bdi>
          <span className={classes.muted}>{texts.size(megabytes.format(file.size / (1024 * 1024)))}</span>
          <Button
            size="small"
            variant="ghost"
            aria-label={texts.remove(file.name)}
            onClick={() => {
              onRemove(file)
            }}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Fields of new content. */
export function ImportFields({
  isAdmin,
  fields,
  change,
  isNew = true,
}: {
  isAdmin: boolean
  fields: UploadFields
  change: (change: Partial<UploadFields>) => void
  /** The owner of a stored source never changes. @default true */
  isNew?: boolean
}) {
  const clients = useQuery({ ...clientsQuery(useCalls(createAdminCalls)), enabled: isAdmin })
  return (
    <>
      <div className={list.pair}>
        <TextField
          label={texts.author}
          description={texts.authorHint}
          required
          maxLength={200}
          dir="auto"
          value={fields.author}
          onValueChange={(author) => {
            change({ author })
          }}
        />
        <TextField
          label={knowledgeTexts.article.topic}
          maxLength={200}
          dir="auto"
          value={fields.topic}
          onValueChange={(topic) => {
            change({ topic })
          }}
        />
      </div>
      <LanguageAndOwner
        isNew={isNew}
        draft={fields}
        change={change}
        clients={isAdmin ? (clients.data ?? []) : undefined}
      />
      <Select
        label={texts.status}
        options={(['published', 'draft'] as const).map((value) => ({
          value,
          label: knowledgeTexts.statuses[value],
        }))}
        value={fields.status}
        onValueChange={(status) => {
          change({ status })
        }}
      />
    </>
  )
}
