import { useStore } from '@org/chat-engine/react'
import type { ReactNode, Ref } from 'react'
import type { ComposerAttachment } from '../../chat/composer/attachment-list.tsx'
import type { ComposerLabels } from '../../chat/composer/composer-labels.ts'
import { Composer } from '../../chat/composer/composer.tsx'
import { imageAddress } from '../../chat/messages/image-address.ts'
import type { Given } from '../../base/with-defaults.ts'
import { useChat } from '../chat-context.ts'
import { askDraft, attachFiles } from './ask.ts'
import { type ComposerEngine, useComposerState } from './composer-engine.ts'

/** Props of {@link ChatComposer}. */
export interface ChatComposerProps {
  /** Shown beside the attach button, such as {@link ChatPickers}. */
  pickers?: ReactNode
  /** Most characters of a question, as people count them. @default the engine's default limit for `ChatComposer`, else none */
  maxCharacters?: number | undefined
  /** False to take no files. @default true */
  attachments?: boolean | undefined
  /** Called after a question was handed to the engine. */
  onAsk?: (() => void) | undefined
  /** Called by the arrow up in an empty box. */
  onEditLast?: (() => void) | undefined
  /** The text area, for a parent that puts the focus there. */
  inputRef?: Ref<HTMLTextAreaElement> | undefined
  /** Labels that differ from the provider's. */
  labels?: Given<ComposerLabels> | undefined
}

/** Props of {@link EngineComposer}. */
export interface EngineComposerProps extends ChatComposerProps {
  engine: ComposerEngine
}

/** Composer of an engine that is passed in: its draft, images, and the actions to send and to stop. */
export function EngineComposer({
  engine,
  pickers,
  maxCharacters,
  attachments = true,
  onAsk,
  onEditLast,
  inputRef,
  labels,
}: EngineComposerProps) {
  const settings = useChat()
  const { view } = settings
  const { threadKey, draft, isRunning, isUsable } = useComposerState(engine)
  const problem = useStore(view.problem)
  return (
    <Composer
      labels={labels === undefined ? settings.labels.composer : { ...settings.labels.composer, ...labels }}
      value={draft.text}
      onValueChange={(text) => engine.setDraft(threadKey ?? '', { text })}
      onSend={(question) => {
        askDraft(engine, view, question)
        onAsk?.()
      }}
      streaming={isRunning}
      onStop={() => void engine.stop(threadKey ?? '')}
      disabled={!isUsable}
      maxCharacters={maxCharacters}
      problem={problem?.threadKey === threadKey && problem?.texts.map((text) => <p key={text}>{text}</p>)}
      attachments={attachmentsOf(draft)}
      onAttach={attachments ? (files) => void attachFiles(engine, view, files) : undefined}
      onRemoveAttachment={(id) => {
        view.problem.set(null)
        engine.removeImage(threadKey ?? '', Number(id))
      }}
      onEditLast={onEditLast}
      inputRef={inputRef}
      pickers={pickers}
    />
  )
}

/** The images of a draft; those that are being prepared come last. */
function attachmentsOf({
  images,
  pending,
}: ReturnType<typeof useComposerState>['draft']): ComposerAttachment[] {
  const ready = images.map((image, index) => ({
    id: String(index),
    name: image.name,
    previewUrl: imageAddress({ ...image, url: null }),
  }))
  return [...ready, ...pending.map(({ id, name }) => ({ id, name, previewUrl: null }))]
}
