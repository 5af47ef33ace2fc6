import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'

/**
 * An encrypted backup is a file of age (age-encryption.org): `age --decrypt` opens it, too. Inside are a line of JSON, the
 * manifest, and the dump: PostgreSQL's custom format, or a compressed image of the embedded database.
 */
const manifestSchema = z.object({
  format: z.literal(1),
  kind: z.enum(['postgres', 'embedded']),
  createdAt: z.iso.datetime(),
  /** Number of rows of each table in the dump. */
  rows: z.record(z.string(), z.number().int().min(0)),
  /** Last row of each chain of the audit log. */
  audit: z.array(
    z.object({ chain: z.enum(['changes', 'security']), position: z.number().int(), hash: z.string() }),
  ),
})

/** Description of a dump, with the numbers that a restore drill compares. */
export type BackupManifest = z.infer<typeof manifestSchema>

/** First line of a file of age. */
const ageLine = 'age-encryption.org/v1\n'

/** Longest manifest in bytes: a few hundred tables. */
const longestManifest = 1_000_000

const newline = '\n'.charCodeAt(0)

/** Returns whether a file begins as one of age. */
export function isSealed(start: string): boolean {
  return start.startsWith(ageLine.slice(0, start.length)) && start.length >= ageLine.length
}

/** Bytes of a file that {@link isSealed} reads. */
export const sealedStart = ageLine.length

/** Encrypts a manifest and a dump for the holders of the recipients' identities. */
export async function seal(
  manifest: BackupManifest,
  dump: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(ReadableStream.from(withManifest(manifest, dump)))
}

async function* withManifest(
  manifest: BackupManifest,
  dump: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield new TextEncoder().encode(`${JSON.stringify(manifest)}\n`)
  for await (const chunk of dump) yield Uint8Array.from(chunk)
}

/**
 * Decrypts a backup.
 *
 * @param identities text of an identity file: `AGE-SECRET-KEY-1…` a line, and comments
 * @throws {Error} when no identity fits, or the file was changed
 */
export async function unseal(
  file: ReadableStream<Uint8Array<ArrayBuffer>>,
  identities: string,
): Promise<{ manifest: BackupManifest; dump: AsyncGenerator<Uint8Array> }> {
  const decrypter = new Decrypter()
  for (const line of identities.split(/\r?\n/u)) {
    const identity = line.trim()
    if (identity !== '' && !identity.startsWith('#')) decrypter.addIdentity(identity)
  }
  const reader = (await decrypter.decrypt(file)).getReader()
  let start = Buffer.alloc(0)
  while (!start.includes(newline)) {
    const { done, value } = await reader.read()
    if (done || start.length > longestManifest) throw new Error('The backup has no manifest.')
    start = Buffer.concat([start, value])
  }
  const end = start.indexOf(newline)
  const manifest = manifestSchema.parse(JSON.parse(start.subarray(0, end).toString('utf8')))
  return { manifest, dump: rest(start.subarray(end + 1), reader) }
}

async function* rest(
  first: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Creates an identity file, and the recipient for which backups are encrypted. */
export async function createBackupKey(now: Date): Promise<{ identityFile: string; recipient: string }> {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  return {
    identityFile: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`,
    recipient,
  }
}
