import type { EngineContext } from '../context.ts'
import type { DraftStore } from './drafts.ts'
import type { AttachmentLabels } from '../platform/labels.ts'
import type { AttachmentRefusal, ImageAttachment, PendingImage } from '../types.ts'

/** Leading bytes of image formats; -1 matches any byte. */
const SIGNATURES: readonly (readonly [mimeType: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50]],
]

/** Reads files into the draft of a conversation, one after the other. Gives what was refused. */
export async function attachFiles(
  context: EngineContext,
  drafts: DraftStore,
  key: string,
  files: readonly Blob[],
): Promise<AttachmentRefusal[]> {
  const refusals: AttachmentRefusal[] = []
  const waiting: { file: Blob; entry: PendingImage }[] = []
  for (const file of files) {
    const { images, pending } = drafts.store(key).get()
    const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
    if (images.length + pending.length >= context.limits.images) {
      refusals.push(refusalOf(context, name, 'count'))
      continue
    }
    const entry: PendingImage = { id: context.newId(), name, progress: 'reading' }
    drafts.set(key, { pending: [...pending, entry] })
    waiting.push({ file, entry })
  }
  for (const { file, entry } of waiting) {
    const result = await read(context, drafts, key, file, entry)
    const draft = drafts.store(key).get()
    const pending = draft.pending.filter(({ id }) => id !== entry.id)
    // It was sent or taken out meanwhile.
    const isWanted = pending.length < draft.pending.length
    if (typeof result === 'string') refusals.push(refusalOf(context, entry.name, result))
    if (isWanted)
      drafts.set(key, {
        pending,
        images: typeof result === 'string' ? draft.images : [...draft.images, result],
      })
  }
  return refusals
}

async function read(
  context: EngineContext,
  drafts: DraftStore,
  key: string,
  file: Blob,
  { id, name }: PendingImage,
): Promise<ImageAttachment | AttachmentRefusal['reason']> {
  const { imagePixels: maxPixels, imageBytes: maxBytes } = context.limits
  try {
    if ((await sniff(file)) === null) return 'type'
    const { pending } = drafts.store(key).get()
    const progress = 'shrinking' as const
    drafts.set(key, { pending: pending.map((entry) => (entry.id === id ? { id, name, progress } : entry)) })
    const image = (await context.imageTools?.shrink(file, { maxPixels, maxBytes })) ?? file
    if (image.size > maxBytes) return 'size'
    const mimeType = await sniff(image)
    if (mimeType === null) return 'type'
    return { mimeType, data: toBase64(new Uint8Array(await image.arrayBuffer())), name }
  } catch (error) {
    context.warn('attach', error)
    return 'unreadable'
  }
}

async function sniff(file: Blob): Promise<string | null> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const isIn = ([, bytes]: (typeof SIGNATURES)[number]) =>
    bytes.every((byte, index) => byte === -1 || byte === start[index])
  return SIGNATURES.find(isIn)?.[0] ?? null
}

// In pieces: a call takes only so many arguments.
const PIECE = 0x80_00

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return btoa(binary)
}

const defaultLabels: AttachmentLabels = {
  imageType: '{name} is not a PNG, JPEG, WebP or GIF image.',
  imageTooLarge: '{name} is larger than {max} MB.',
  imageUnreadable: '{name} could not be read.',
}

function refusalOf(context: EngineContext, name: string, reason: AttachmentRefusal['reason']) {
  const { limits, labels } = context
  const {
    imageType = defaultLabels.imageType,
    imageTooLarge = defaultLabels.imageTooLarge,
    imageUnreadable = defaultLabels.imageUnreadable,
  } = labels
  const texts = {
    type: imageType,
    size: imageTooLarge.replace('{max}', String(limits.imageBytes / 1024 / 1024)),
    count: labels.tooManyImages.replace('{max}', String(limits.images)),
    unreadable: imageUnreadable,
  }
  return { name, reason, text: texts[reason].replace('{name}', () => name) }
}
