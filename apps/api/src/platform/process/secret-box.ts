import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts texts that the server must read again, such as secrets of authenticator apps. */
export interface SecretBox {
  /** Reads the keys ahead: inside of a transaction, another statement would wait for its end. */
  load: () => Promise<void>
  /** Encrypts with the current key. `context` binds the result to its row: it opens nowhere else. */
  seal: (text: string, context: string) => Promise<string>
  /**
   * Decrypts a sealed text. `isCurrent` is false when an earlier key has sealed it.
   *
   * @throws {MissingKeyError} when no key fits
   * @throws {Error} when the text or its context was changed
   */
  open: (sealed: string, context: string) => Promise<{ text: string; isCurrent: boolean }>
}

/** Thrown when a text was encrypted with a key that is not configured. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Creates a box of AES-256-GCM. A sealed text is `<id of the key>.<base64url of nonce, ciphertext and tag>`.
 *
 * @param readKeys returns the keys, the current one first
 */
export function createSecretBox(readKeys: () => Promise<readonly Buffer[]>): SecretBox {
  return {
    load: async () => void (await readKeys()),
    async seal(text, context) {
      const [key] = await readKeys()
      if (key === undefined) throw new Error('There is no key to encrypt with.')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${idOf(key)}.${Buffer.concat(parts).toString('base64url')}`
    },
    async open(sealed, context) {
      const [id, content = ''] = sealed.split('.')
      const keys = await readKeys()
      const position = keys.findIndex((key) => idOf(key) === id)
      const key = keys[position]
      if (key === undefined) throw new MissingKeyError('The key of an encrypted text is not configured.')
      const bytes = Buffer.from(content, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8')
      return { text: text + decipher.final('utf8'), isCurrent: position === 0 }
    },
  }
}

/** Derives a key of 32 bytes from a configured text. */
export function keyFromText(text: string): Buffer {
  return createHmac('sha256', text).update('encryption').digest()
}

function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('id').digest('hex').slice(0, 8)
}
