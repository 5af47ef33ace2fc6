/** Why the server cannot start, in a sentence for whoever started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const reasons = new Map([
  ['EACCES', 'permission denied'],
  ['EADDRINUSE', 'it is in use; stop what listens there, or set PORT to another'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['EEXIST', 'it is not a folder'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['ENOTFOUND', 'there is no such host'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'it cannot be written to'],
])

/**
 * Does one step of the start. What the system or the database refuses becomes a sentence that begins with `what`;
 * anything else is a mistake of ours and passes as it is.
 *
 * @throws {StartError}
 */
export async function startStep<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    const refused = codeOf(error)
    if (refused === undefined) throw error
    throw new StartError(`${what}: ${reasons.get(refused.code) ?? refused.message}.`, { cause: error })
  }
}

// Drizzle wraps what the database said.
function codeOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return { code: error.code, message: error.message }
  return codeOf(error.cause)
}
