import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { LlmSettingsVersion } from '@org/api-client'
import { Alert, Button, ConfirmDialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import list from './history-section.module.css'
import { historyQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { OlderButton } from '../older-button.tsx'
import { Section } from '../section.tsx'
import { sectionIds } from './section-ids.ts'
import { changesIn, toDraft } from './settings-draft.ts'
import type { SettingsForm } from './use-settings-form.ts'

const texts = adminTexts.history

/** Version history of the settings: author, time, changes to the current state, and restore. */
export function HistorySection({ form }: { form: SettingsForm }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Section
      id={sectionIds.history}
      title={texts.title}
      open={wasOpened}
      onOpen={() => {
        setWasOpened(true)
      }}
    >
      {wasOpened && <Versions form={form} />}
    </Section>
  )
}

function Versions({ form }: { form: SettingsForm }) {
  const calls = useCalls(createAdminCalls)
  const versions = useInfiniteQuery(historyQuery(calls))
  const listRef = useRef<HTMLOListElement>(null)
  const [asked, setAsked] = useState<number>()
  const restore = useMutation({
    mutationFn: (version: number) => calls.restoreLlmSettings({ version, baseVersion: form.base.version }),
    onSuccess: form.begin,
  })
  const isUnsaved = form.changes.length > 0

  if (versions.isPending) return <Skeleton lines={3} label={adminTexts.loading} />
  if (versions.isError) {
    return (
      <Alert
        tone="danger"
        action={<Button onClick={() => void versions.refetch()}>{adminTexts.retry}</Button>}
      >
        {adminTexts.loadError}
      </Alert>
    )
  }
  const items = versions.data.pages.flatMap((page) => page.items)
  return (
    <>
      {isUnsaved && items.length > 1 && <p className={classes.muted}>{texts.unsaved}</p>}
      <ol ref={listRef} className={list.versions}>
        {items.map((version) => (
          <li key={version.version} tabIndex={-1}>
            <Version version={version} current={items[0] ?? version} />
            {version !== items[0] && (
              <Button
                size="small"
                disabled={isUnsaved}
                busy={restore.isPending && restore.variables === version.version}
                aria-label={say('restoreOf', version.version)}
                onClick={() => {
                  setAsked(version.version)
                }}
              >
                {texts.restore}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {versions.hasNextPage && (
        <OlderButton pages={versions} listRef={listRef}>
          {texts.older}
        </OlderButton>
      )}
      <StatusLine tone={restore.isError ? 'error' : 'success'}>
        {restore.isError
          ? describeFailure(restore.error)
          : restore.isSuccess && say('restored', restore.variables)}
      </StatusLine>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => {
          setAsked(undefined)
        }}
        title={say('confirm', asked ?? 0)}
        description={texts.confirmText}
        labels={{ ...kit.confirm, confirm: texts.restore }}
        onConfirm={() => {
          if (asked !== undefined) restore.mutate(asked)
        }}
      />
    </>
  )
}

// Version 0 is the defaults, which nobody has saved.
const ofDefaults = {
  version: texts.defaults,
  restoreOf: texts.restoreDefaults,
  confirm: texts.confirmDefaults,
  restored: texts.restoredDefaults,
  restoredFrom: texts.restoredFromDefaults,
}

/** Returns a text about a version. */
function say(text: keyof typeof ofDefaults, version: number): string {
  return version === 0 ? ofDefaults[text] : texts[text](version)
}

function Version({ version: saved, current }: { version: LlmSettingsVersion; current: LlmSettingsVersion }) {
  const { version, savedBy, savedAt, restoredFrom, settings } = saved
  const isCurrent = version === current.version
  const changes = changesIn(toDraft(current.settings), toDraft(settings))
  return (
    <div className={list.version}>
      <p>
        <strong>{say('version', version)}</strong>{' '}
        {isCurrent && <span className={list.tag}>{texts.current}</span>}
        <br />
        <span className={classes.muted}>
          {savedAt === null
            ? texts.defaultsText
            : texts.by(savedBy ?? texts.deletedAccount, formatTime(savedAt))}
          {restoredFrom !== null && ` · ${say('restoredFrom', restoredFrom)}`}
        </span>
      </p>
      {!isCurrent && (
        <details>
          <summary>{texts.against}</summary>
          <ChangeList
            before={say('version', current.version)}
            after={say('version', version)}
            changes={changes}
          />
        </details>
      )}
    </div>
  )
}
