import { createHash } from 'node:crypto'
import {
  type Appearance,
  appearanceLimits,
  type AppearanceSave,
  widgetDefaults,
} from '@org/api-client/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { configurators, widgetPictures } from '../db/schema/embed.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import { decodeImage } from '../platform/images/decode-image.ts'
import { imageType } from '../platform/images/image-type.ts'
import { isUuid } from '../platform/process/ids.ts'

/** An appearance as a widget's row has it; the empty one is the default. */
type StoredAppearance = Partial<Appearance>

/** A picture of an appearance that is being saved: new bytes, or a stored picture. */
type Picture = { bytes: Uint8Array } | { widget: string; id: string }

/** An appearance whose new pictures are encoded, before it is stored. */
export interface PreparedAppearance {
  fields: Omit<AppearanceSave, 'logo' | 'avatar'>
  logo: Picture | null
  avatar: Picture | null
}

/**
 * Encodes the new pictures of an appearance: outside of a transaction, since each may take seconds.
 *
 * @param sender key of the account: senders take turns
 * @throws {HttpError} 413 for a picture of too many bytes or pixels, 415 for what is no PNG, JPEG, WebP or GIF
 */
export async function prepareAppearance(
  { logo, avatar, ...fields }: AppearanceSave,
  sender: string,
): Promise<PreparedAppearance> {
  return { fields, logo: await readPicture(logo, sender), avatar: await readPicture(avatar, sender) }
}

/**
 * Stores the pictures of an appearance for a widget, and returns its fields as the widget's row has them.
 *
 * @throws {HttpError} 422 for a picture that is not the widget's, nor of another widget of the same client
 */
export async function storeAppearance(
  tx: Transaction,
  widget: { id: string; clientOwner: string | null; at: Date },
  { fields, logo, avatar }: PreparedAppearance,
): Promise<StoredAppearance> {
  const idOf = async (field: 'logo' | 'avatar', picture: Picture | null): Promise<string | null> => {
    if (picture === null) return null
    if ('bytes' in picture) return storePicture(tx, widget, picture.bytes)
    return adoptPicture(tx, widget, { ...picture, field })
  }
  return { ...fields, logo: await idOf('logo', logo), avatar: await idOf('avatar', avatar) }
}

/** An appearance with its defaults, and with the addresses of its pictures. */
export function toAppearance(widgetId: string, stored: StoredAppearance): Appearance {
  const address = (id: string | null | undefined): string | null =>
    id === null || id === undefined ? null : `/api/embed/pictures/${widgetId}/${id}`
  return {
    ...widgetDefaults.appearance,
    ...stored,
    logo: address(stored.logo),
    avatar: address(stored.avatar),
  }
}

/** The bytes of a widget's picture, as WebP; undefined for an unknown one. */
export async function findPicture(
  db: Db | Transaction,
  widgetId: string,
  id: string,
): Promise<Uint8Array | undefined> {
  if (!isUuid(widgetId)) return undefined
  const [row] = await db
    .select({ bytes: widgetPictures.bytes })
    .from(widgetPictures)
    .where(and(eq(widgetPictures.configuratorId, widgetId), eq(widgetPictures.id, id)))
  return row?.bytes
}

async function readPicture(given: string | null | undefined, sender: string): Promise<Picture | null> {
  if (given === null || given === undefined) return null
  const [, widget, id] = /^\/api\/embed\/pictures\/([\da-f-]+)\/([\da-f]+)$/u.exec(given) ?? []
  if (widget !== undefined && id !== undefined) return { widget, id }
  const bytes = Buffer.from(given.slice(given.indexOf(',') + 1), 'base64')
  if (bytes.length > appearanceLimits.imageBytes) {
    const values = [appearanceLimits.imageBytes / 1024 / 1024]
    throw new HttpError('too_large', 'An image is larger than {0} MB.', { values })
  }
  const mimeType = imageType(bytes)
  if (mimeType === undefined) {
    throw new HttpError('unsupported_media_type', 'Images must be PNG, JPEG, WebP or GIF files.')
  }
  const encoded = await decodeImage({ mimeType, bytes }, sender, (open) =>
    open(appearanceLimits.imagePixels).webp({ quality: 90 }).toBuffer(),
  )
  return { bytes: encoded }
}

async function storePicture(
  tx: Transaction,
  { id: configuratorId, at }: { id: string; at: Date },
  bytes: Uint8Array,
): Promise<string> {
  const id = createHash('sha256').update(bytes).digest('hex')
  await tx.insert(widgetPictures).values({ configuratorId, id, bytes, createdAt: at }).onConflictDoNothing()
  return id
}

// A duplicate of a widget names the pictures of the original: it gets copies, so that either may be deleted.
async function adoptPicture(
  tx: Transaction,
  to: { id: string; clientOwner: string | null; at: Date },
  { widget, id, field }: { widget: string; id: string; field: string },
): Promise<string> {
  const [found] = isUuid(widget)
    ? await tx
        .select({ bytes: widgetPictures.bytes })
        .from(widgetPictures)
        .innerJoin(configurators, eq(configurators.id, widgetPictures.configuratorId))
        .where(
          and(
            eq(widgetPictures.configuratorId, widget),
            eq(widgetPictures.id, id),
            sql`(${configurators.id} = ${to.id} or ${configurators.clientOwner} is not distinct from ${to.clientOwner})`,
          ),
        )
    : []
  if (found === undefined) {
    throw invalid([{ path: `appearance.${field}`, message: 'Please upload this image again.' }])
  }
  return widget === to.id ? id : storePicture(tx, to, found.bytes)
}
