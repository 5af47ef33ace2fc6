import type { Db } from '../../db/database.ts'
import { readEncryptionKey } from '../../db/deployment-keys.ts'
import { createSecretBox, keyFromText, type SecretBox } from '../../platform/process/secret-box.ts'

/**
 * The box of a deployment. It encrypts with the first configured key and decrypts with all of them, and with the key in
 * the database, which encrypts where none is configured: a deployment may be given a key later.
 */
export function createDeploymentBox(db: Db, configured: readonly string[]): SecretBox {
  let known: Promise<Buffer[]> | undefined
  return createSecretBox(() => {
    known ??= readKeys().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  })

  async function readKeys(): Promise<Buffer[]> {
    return [...configured.map(keyFromText), await readEncryptionKey(db)]
  }
}
