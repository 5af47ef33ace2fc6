import { isDatabaseAway } from '../../db/database-failure.ts'

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
    if (refused === undefined && !isDatabaseAway(error)) throw error
    throw startError(what, refused === undefined ? 'it does not answer' : reasonOf(refused), error)
  }
}

/**
 * The same for a step that does nothing but connect to a service: whatever fails there is not ours.
 *
 * @throws {StartError}
 */
export async function connectStep<Result>(what: string, connect: () => Promise<Result>): Promise<Result> {
  try {
    return await connect()
  } catch (error) {
    throw startError(
      what,
      reasonOf(
        codeOf(error) ?? { code: '', message: error instanceof Error ? error.message : String(error) },
      ),
      error,
    )
  }
}

function startError(what: string, reason: string, cause: unknown): StartError {
  return new StartError(`${what}: ${reason.replace(/\.$/u, '')}.`, { cause })
}

function reasonOf({ code, message }: { code: string; message: string }): string {
  return reasons.get(code) ?? message
}

// Drizzle wraps what the database said.
function codeOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return { code: error.code, message: error.message }
  return codeOf(error.cause)
}
