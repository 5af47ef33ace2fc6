import { isApiError } from '@org/api-client'

/**
 * Reads what is stored after a refused save.
 *
 * @returns undefined where the failure is no conflict, and where nothing could be read: the failure of the save is shown
 * then
 */
export async function readAfterConflict<Item>(
  failure: unknown,
  read: () => Promise<Item>,
): Promise<Item | undefined> {
  if (!isApiError(failure) || failure.code !== 'conflict') return undefined
  try {
    return await read()
  } catch {
    return undefined
  }
}
