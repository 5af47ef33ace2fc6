import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { uploadFieldsSchema, uploadLimits } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { contentImportChunks, contentImportItems } from '../../db/schema/imports.ts'
import type { AppContext } from '../../platform/http/app-env.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import type { SessionUser } from '../../platform/http/principal.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { parseInput } from '../../platform/request/parse-input.ts'
import { ownerOfNew } from '../content-owner.ts'
import { formatOf } from '../reading/file-reading.ts'
import { addChunk, addItem, createImport, deleteImport, requireUploadRoom } from './imports.store.ts'

/** Bytes of one stored part of a file: what the embedded database takes in a few milliseconds. */
const chunkBytes = 128 * 1024

/** Fields of a form. */
const mostFields = 10

/** Parts of a form: its files and fields, and some that are neither. The parser works on each one, however short it is. */
const mostParts = 2 * mostFields + uploadLimits.files

/** Bytes that the parser reads in one step: with the shortest parts, it takes some milliseconds. */
const stepBytes = 4096

/** An import whose files are stored. */
export interface ReceivedUpload {
  id: string
  clientId: string | null
}

/**
 * Stores the files of a form as they arrive, so that none is held in memory. Nothing is stored when it throws.
 *
 * @throws {HttpError} 415 for another content type, 422 for invalid fields and for no file, 413 for too large a form and
 * for a client without room, 400 when it breaks off
 */
export async function receiveUpload(
  c: AppContext,
  user: SessionUser,
  { db, now, storageBytes }: { db: Db; now: () => Date; storageBytes: number },
): Promise<ReceivedUpload> {
  const type = c.req.header('content-type') ?? ''
  const { body } = c.req.raw
  if (!/^multipart\/form-data;/iu.test(type) || body === null) {
    throw new HttpError('unsupported_media_type', 'Send the files as multipart/form-data.')
  }
  const given: Record<string, string> = {}
  let received: ReceivedUpload | undefined
  let position = 0

  async function begin(): Promise<ReceivedUpload> {
    const { client_id: named, ...fields } = parseInput(uploadFieldsSchema, given, readerLanguage(c))
    const clientId = await ownerOfNew(db, user, named)
    const id = await createImport(db, { clientId, createdBy: user.id, fields, at: now() })
    return { id, clientId }
  }

  async function receive(stream: BusboyFileStream, name: string): Promise<void> {
    received ??= await begin()
    await storeFile(db, { importId: received.id, position: position++, name, stream })
    await requireUploadRoom(db, received.clientId, storageBytes)
  }

  try {
    await readForm(Readable.from(limited(c, body)), type, given, receive)
    if (received === undefined) throw invalid([{ path: 'files', message: 'Choose at least one file.' }])
    return received
  } catch (error) {
    if (received !== undefined) await deleteImport(db, received.id)
    if (error instanceof HttpError) throw error
    throw new HttpError('malformed', 'The body ended too early.', { cause: error })
  }
}

async function* limited(c: AppContext, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { requestBytes } = uploadLimits
  const tooLarge = new HttpError('too_large', 'The body is larger than {0} bytes.', {
    values: [requestBytes],
  })
  if (Number(c.req.header('content-length') ?? 0) > requestBytes) throw tooLarge
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > requestBytes) throw tooLarge
    for (let start = 0; start < chunk.byteLength; start += stepBytes) {
      yield chunk.subarray(start, start + stepBytes)
    }
  }
}

async function readForm(
  body: Readable,
  type: string,
  given: Record<string, string>,
  receive: (stream: BusboyFileStream, name: string) => Promise<void>,
): Promise<void> {
  const form = new Busboy({
    headers: { 'content-type': type },
    limits: {
      files: uploadLimits.files,
      fileSize: uploadLimits.fileBytes,
      fields: mostFields,
      fieldSize: 2000,
      parts: mostParts,
    },
  })
  let receiving: Promise<void> = Promise.resolve()
  const files: BusboyFileStream[] = []
  form.on('field', (name, value) => {
    // The owner must be known before the first file is stored: content of a client would become everybody's.
    if (files.length > 0)
      body.destroy(invalid([{ path: name, message: 'Send this field before the files.' }]))
    given[name] = value
  })
  form.on('filesLimit', () => {
    const values = [uploadLimits.files]
    body.destroy(new HttpError('too_large', 'Upload at most {0} files at once.', { values }))
  })
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
    form.on(limit, () => body.destroy(new HttpError('too_large', 'The form has too many parts.')))
  }
  form.on('file', (_field, stream, name) => {
    files.push(stream)
    // Its reader throws the error; an event that nobody hears would end the process.
    stream.on('error', () => undefined)
    receiving = receiving.then(() => receive(stream, name))
    // The form waits until somebody reads the file.
    receiving.catch((error: unknown) => {
      stream.resume()
      body.destroy(error instanceof Error ? error : new Error('The file was not stored.'))
    })
  })
  try {
    await pipeline(body, form)
  } catch (error) {
    // A file whose end never comes is waited for otherwise, and one that is being stored would outlive the import.
    for (const file of files) file.destroy(new Error('The form has ended.'))
    await receiving.catch(() => undefined)
    throw error
  }
  await receiving
}

async function storeFile(
  db: Db,
  {
    importId,
    position,
    name,
    stream,
  }: { importId: string; position: number; name: string; stream: BusboyFileStream },
): Promise<void> {
  const address = Array.from(name.replaceAll(/\p{Cc}/gu, ' ').trim())
    .slice(-uploadLimits.nameCharacters)
    .join('')
  const itemId = await addItem(db, importId, position, address)
  if (formatOf(address) === undefined) {
    stream.resume()
    await refuse(db, itemId, 'unknown_type')
    return
  }
  let pending: Buffer[] = []
  let bytes = 0
  let chunk = 0
  const flush = async () => {
    await addChunk(db, { itemId, position: chunk++, bytes: Buffer.concat(pending) })
    pending = []
    bytes = 0
  }
  for await (const part of stream) {
    pending.push(part)
    bytes += part.byteLength
    if (bytes >= chunkBytes) await flush()
  }
  if (bytes > 0) await flush()
  if (stream.truncated) await refuse(db, itemId, 'too_large')
}

async function refuse(db: Db, itemId: string, reason: 'unknown_type' | 'too_large'): Promise<void> {
  await db
    .update(contentImportItems)
    .set({ state: 'failed', reason })
    .where(eq(contentImportItems.id, itemId))
  await db.delete(contentImportChunks).where(eq(contentImportChunks.itemId, itemId))
}
