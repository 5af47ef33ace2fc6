import { useChatEngine, useComposer, useThread } from '@org/chat-engine/react'
import type { ComposerAttachment } from '@org/ui-kit/chat'
import { useAtom, useSetAtom } from 'jotai'
import { refusalsAtom } from './chat.atoms.ts'
import { imageAddress } from './image-address.ts'

/** Attaches files to the question being written in the conversation on screen; undefined while there is none. */
export function useAttach(): ((files: readonly File[]) => void) | undefined {
  const engine = useChatEngine()
  const key = useThread()?.key
  const setRefusals = useSetAtom(refusalsAtom)
  if (key === undefined) return undefined
  return (files) => {
    setRefusals({ key, texts: [] })
    void attach(key, files)
  }

  async function attach(to: string, files: readonly File[]): Promise<void> {
    const refusals = await engine.attach(to, files)
    if (refusals.length > 0) setRefusals({ key: to, texts: refusals.map(({ text }) => text) })
  }
}

/** The images that go with the question being written. */
export interface Attachments {
  items: ComposerAttachment[]
  /** Why the last files were not all taken, each reason once. */
  refusals: readonly string[]
  dismissRefusals: () => void
  remove: (id: string) => void
}

/** The images of the draft, those that are being made ready at the end. */
export function useAttachments(): Attachments {
  const engine = useChatEngine()
  const key = useThread()?.key ?? ''
  const { images, pending } = useComposer()
  const [refusals, setRefusals] = useAtom(refusalsAtom)
  const dismissRefusals = () => {
    setRefusals({ key, texts: [] })
  }
  const ready = images.flatMap((image, index) => {
    const previewUrl = imageAddress(image)
    return previewUrl === undefined ? [] : [{ id: String(index), name: image.name, previewUrl }]
  })
  return {
    items: [...ready, ...pending.map(({ id, name }) => ({ id, name }))],
    refusals: refusals.key === key ? [...new Set(refusals.texts)] : [],
    dismissRefusals,
    remove: (id) => {
      dismissRefusals()
      engine.removeImage(key, Number(id))
    },
  }
}
