import type { Db } from '../../db/database.ts'
import { readEncryptionKeys } from '../../db/deployment-keys.ts'
import { createSecretBox, keyFromText, type SecretBox } from '../../platform/process/secret-box.ts'

/**
 * The box of a deployment. It encrypts with the first configured key and decrypts with all of them, and with the keys in
 * the database, of which the current one encrypts where none is configured: a deployment may be given a key later.
 */
export function createDeploymentBox(db: Db, configured: readonly string[]): SecretBox {
  let known: Promise<Buffer[]> | undefined
  const box = createSecretBox(() => (known ??= readKeys()))
  return {
    ...box,
    // Read anew outside of transactions alone: a key may have been added since.
    async load() {
      const keys = await readKeys()
      known = Promise.resolve(keys)
    },
  }

  async function readKeys(): Promise<Buffer[]> {
    try {
      return [...configured.map(keyFromText), ...(await readEncryptionKeys(db))]
    } catch (error) {
      known = undefined
      throw error
    }
  }
}
