import { createAdminCalls } from '@org/api-client'
import type { Configurator } from '@org/api-client'
import { Alert, Button, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../shared/services.ts'
import { ConfiguratorEditor } from './editor/configurator-editor.tsx'
import { toForm, type FormValues } from './editor/configurator-form.ts'
import { ConfiguratorList } from './configurator-list.tsx'
import classes from './configurators.module.css'
import { clientsQuery, configuratorsQuery } from '../../shared/clients.queries.ts'
import { configuratorsTexts as texts } from './configurators.texts.ts'
import { LeaveDialog } from './editor/leave-dialog.tsx'
import { newId, useEditorAddress } from './editor/use-editor-address.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'

/** The list of widgets and the editor of one of them (specification 2, section 2, Configurator editor). */
export function Configurators() {
  const calls = useCalls(createAdminCalls)
  const { data, isPending, isFetching, refetch } = useQuery(configuratorsQuery(calls))
  // A read in the background may fail, and a page that was hidden for a while has lost its query: the editor stays.
  const [known, setKnown] = useState(data)
  const items = data ?? known
  if (items !== known) setKnown(items)
  // Failures loading lists are silently ignored (specification 2, section 8).
  const { data: clients = [], isPending: isNaming } = useQuery(clientsQuery(calls))
  const address = useEditorAddress()
  const listRef = useRef<HTMLHeadingElement>(null)
  const editorRef = useRef<HTMLHeadingElement>(null)
  const [dirty, setDirty] = useState(false)
  // A new widget keeps its editor when it gets its id.
  const [adopted, setAdopted] = useState({ id: '', key: '' })
  const leaving = useLeaveGuard(dirty, ({ to }) => !staysInEditor(to.state))

  const listed = items?.find((item) => item.id === address.id)
  const [opened, setOpened] = useState(listed)
  if (listed !== undefined && listed !== opened) setOpened(listed)

  if (items === undefined && isPending) return <Skeleton lines={6} label={texts.loading} />
  if (items === undefined) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {texts.loadError}
      </Alert>
    )
  }

  // A line without text while the addresses load: an id is longer, and would wrap.
  const emailOf = (clientId: string): string =>
    isNaming ? '\u00a0' : (clients.find((client) => client.id === clientId)?.email ?? clientId)
  // A widget that was deleted in another tab stays open while it has unsaved changes; saving reports the deletion.
  const edited = listed ?? (dirty && opened?.id === address.id ? opened : null)
  const copied = items.find((item) => item.id === address.copyOf)
  const keyOf = (id: string): string => (id === adopted.id ? adopted.key : id)
  const editorKey = edited === null ? `${newId}-${address.begun}` : keyOf(edited.id)
  const isEditing = edited !== null || address.id === newId
  const isEmpty = items.length === 0 && !isEditing
  return (
    <div className={classes.page} data-alone={isEmpty || undefined}>
      <ConfiguratorList
        headingRef={listRef}
        items={items}
        editedId={address.id}
        emailOf={emailOf}
        onNew={() => address.open(newId)}
        onEdit={(item) => {
          if (item.id !== address.id) address.open(item.id)
          // It is there already, perhaps far below.
          else editorRef.current?.focus()
        }}
        onDuplicate={(item) => address.open(newId, item.id)}
      />
      {isEditing && (
        <ConfiguratorEditor
          key={editorKey}
          headingRef={editorRef}
          initial={edited}
          owner={address.owner ?? undefined}
          seed={copied && toCopy(copied)}
          clients={clients}
          emailOf={emailOf}
          isOpened={address.begun !== ''}
          step={address.step}
          onStep={(step) => address.stay(address.id, step)}
          onDirtyChange={setDirty}
          onSaved={(saved) => {
            setAdopted({ id: saved.id, key: editorKey })
            address.stay(saved.id, 5)
          }}
          onDeleted={() => {
            address.stay(null, 1)
            listRef.current?.focus()
          }}
        />
      )}
      {!isEditing && !isEmpty && (
        <p className={classes.place}>{address.id === null ? texts.nothingChosen : texts.notFound}</p>
      )}
      <LeaveDialog question={leaving} />
    </div>
  )
}

// Another step of the same editor loses nothing.
function staysInEditor(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'stays' in state
}

function toCopy(item: Configurator): FormValues {
  return { ...toForm(item), name: texts.list.copyOf(item.name || item.id) }
}
