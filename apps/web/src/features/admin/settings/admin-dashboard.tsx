import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { StoredLlmSettings } from '@org/api-client'
import { Alert, Button, Dialog, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TopDown } from '../../../shared/loading/top-down.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { settingsQuery } from '../admin.queries.ts'
import { adminTexts as texts } from '../admin.texts.ts'
import { Conflict } from './conflict.tsx'
import { DraftsSection } from './drafts-section.tsx'
import { DebugSection } from './debug-section.tsx'
import { EntitlementEditor } from './entitlements/entitlement-editor.tsx'
import { HistorySection } from './history-section.tsx'
import { LookupSection } from './lookup-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { ModelSection, PromptsSection, ToolSection } from './settings-sections.tsx'
import { useLeaveGuard } from '../../../shared/use-leave-guard.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The Admin Dashboard (specification 2, section 2): how the assistant answers, and who may use what. */
export function AdminDashboard({ runPath }: { runPath: (id: string) => string }) {
  const settings = useQuery(settingsQuery(useCalls(createAdminCalls)))
  // A page that was hidden for a while has lost its query, which is read again; the form stays, with its draft.
  const [known, setKnown] = useState(settings.data)
  const stored = settings.data ?? known
  if (stored !== known) setKnown(stored)
  if (stored !== undefined) return <Sections stored={stored} runPath={runPath} />
  if (settings.isPending) return <Skeleton lines={12} label={texts.loading} />
  return (
    <div className={classes.sections}>
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={settings.isFetching} onClick={() => void settings.refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {texts.loadError}
      </Alert>
    </div>
  )
}

function Sections({ stored, runPath }: { stored: StoredLlmSettings; runPath: (id: string) => string }) {
  const form = useSettingsForm(stored)
  const drafts = useDraftSaving(form)
  const saveRef = useRef<HTMLButtonElement>(null)
  const [isEditingUser, setIsEditingUser] = useState(false)
  const leaving = useLeaveGuard(
    drafts.isUnsaved || isEditingUser,
    ({ from, to }) => from.pathname !== to.pathname,
  )
  return (
    <TopDown className={classes.sections}>
      <SectionNavigation />
      {form.conflict !== undefined && (
        <Conflict form={form} theirs={form.conflict} onResolved={() => saveRef.current?.focus()} />
      )}
      <PromptsSection draft={form.draft} change={form.change} />
      <ModelSection draft={form.draft} change={form.change} />
      <ToolSection form={form} />
      <DraftsSection drafts={drafts} runPath={runPath} onPublished={form.begin} />
      <HistorySection form={form} />
      <DebugSection form={form} />
      <LookupSection />
      <EntitlementEditor onDirtyChange={setIsEditingUser} />
      <SaveBar form={form} drafts={drafts} buttonRef={saveRef} />
      <Dialog
        labels={kit.dialog}
        open={leaving.isAsked}
        onOpenChange={leaving.stay}
        title={texts.leave.title}
        description={texts.leave.text}
        size="small"
        role="alertdialog"
        footer={
          <>
            <Button data-autofocus onClick={leaving.stay}>
              {texts.leave.stay}
            </Button>
            <Button variant="danger" onClick={leaving.leave}>
              {texts.leave.leave}
            </Button>
          </>
        }
      />
    </TopDown>
  )
}
