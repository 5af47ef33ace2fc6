import { createShareCalls } from '@org/api-client'
import type { Share, ShareDays, ShareOptions } from '@org/api-client'
import { useChatEngine, useSelectedConversation, useThread } from '@org/chat-engine/react'
import { localeOr } from '@org/languages'
import { Button, Checkbox, Dialog, Select, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls, useServices } from '../../../shared/services.ts'
import {
  conversationShareQuery,
  createShareMutation,
  revokeShareMutation,
  updateShareMutation,
} from './share.queries.ts'
import { shareTexts as texts } from './share.texts.ts'
import classes from './share.module.css'

const choices: readonly ShareDays[] = [1, 7, 30, 90]
const day = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'long' })

/** The share link of the conversation on screen: create, copy, update, replace and remove it. */
export function ShareDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const id = useSelectedConversation()?.id ?? null
  return (
    <Dialog
      open={open && id !== null}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.explanation}
      sheet
      labels={{ close: texts.close }}
    >
      {open && id !== null && <ShareForm key={id} conversationId={id} />}
    </Dialog>
  )
}

function ShareForm({ conversationId }: { conversationId: string }) {
  const { queryClient } = useServices()
  const calls = useCalls(createShareCalls)
  const messageId = useLastMessageId()
  const [days, setDays] = useState<ShareDays>(30)
  const [chosenImages, setChosenImages] = useState<boolean | null>(null)
  const existing = useQuery(conversationShareQuery(calls, conversationId))
  const create = useMutation(createShareMutation(calls, queryClient, conversationId))
  const update = useMutation(updateShareMutation(calls, queryClient))
  const revoke = useMutation(revokeShareMutation(calls, queryClient))
  const busy = create.isPending || update.isPending || revoke.isPending
  const share = existing.data ?? null
  // An update keeps the images of the link unless the person changes the choice.
  const images = chosenImages ?? share?.images ?? false
  const options: ShareOptions = { messageId, days, images }
  const reset = () => {
    create.reset()
    update.reset()
    revoke.reset()
  }

  if (existing.isPending) return <Skeleton lines={3} label={texts.loading} />
  return (
    <div className={classes.form}>
      <p>{texts.snapshot}</p>
      <Select
        label={texts.ends}
        options={choices.map((value) => ({ value: String(value), label: texts.days(value) }))}
        value={String(days)}
        onValueChange={(value) => {
          setDays(choices.find((choice) => String(choice) === value) ?? 30)
        }}
      />
      <Checkbox label={texts.images} checked={images} onCheckedChange={setChosenImages} />
      {create.data !== undefined && share !== null && <NewLink url={create.data.url} />}
      {share === null ? (
        <Button
          variant="primary"
          busy={create.isPending}
          onClick={() => {
            reset()
            create.mutate(options)
          }}
        >
          {texts.create}
        </Button>
      ) : (
        <Existing
          share={share}
          busy={busy}
          onUpdate={() => {
            update.mutate({ id: share.id, ...options })
          }}
          onReplace={() => {
            reset()
            create.mutate(options)
          }}
          onRemove={() => {
            reset()
            revoke.mutate(share.id)
          }}
        />
      )}
      <Outcome
        failed={create.isError || update.isError || revoke.isError || existing.isError}
        text={revoke.isSuccess ? texts.removed : update.isSuccess ? texts.updated : undefined}
      />
    </div>
  )
}

function Existing({
  share,
  busy,
  onUpdate,
  onReplace,
  onRemove,
}: {
  share: Share
  busy: boolean
  onUpdate: () => void
  onReplace: () => void
  onRemove: () => void
}) {
  return (
    <>
      <p>{texts.existing(share.messages, day.format(new Date(share.expiresAt)))}</p>
      <div className={classes.actions}>
        <Button variant="primary" disabled={busy} onClick={onUpdate}>
          {texts.update}
        </Button>
        <Button disabled={busy} onClick={onReplace}>
          {texts.replace}
        </Button>
        <Button variant="danger" disabled={busy} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
      <p className={classes.hint}>{texts.replaceHint}</p>
    </>
  )
}

function NewLink({ url }: { url: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setIsCopied(true)
  }
  return (
    <div className={classes.link}>
      <TextField label={texts.link} value={url} readOnly dir="ltr" description={texts.shownOnce} />
      <Button
        variant="primary"
        onClick={() => {
          void copy()
        }}
      >
        {isCopied ? texts.copied : texts.copy}
      </Button>
    </div>
  )
}

function Outcome({ failed, text }: { failed: boolean; text: string | undefined }) {
  if (failed) return <StatusLine tone="error">{texts.failed}</StatusLine>
  return <StatusLine tone="success">{text}</StatusLine>
}

/** Returns the id of the last message on screen, which names the branch to share. */
function useLastMessageId(): string | null {
  const engine = useChatEngine()
  const keys = useThread()?.messageKeys ?? []
  const ids = keys.flatMap((key) => engine.message(key).get()?.id ?? [])
  return ids.at(-1) ?? null
}
