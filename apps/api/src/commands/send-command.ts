import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { IncomingMessage } from 'node:http'
import type { DirectoryLockedError } from '../db/directory-lock.ts'
import { ContentError } from '../knowledge/content/content-folder.ts'
import { commandAddressSchema, type CommandAddress, commandFile, commandLineSchema } from './command-file.ts'
import type { ContentCommand, Print } from './content-commands.ts'

/**
 * Has the server that holds a data directory run a command.
 *
 * @param locked the error with which the directory could not be opened
 * @throws {DirectoryLockedError} `locked`, when its holder takes no commands
 * @throws {ContentError} when the command fails there
 */
export async function sendCommand(
  locked: DirectoryLockedError,
  command: ContentCommand,
  print: Print,
): Promise<void> {
  const address = readAddress(locked)
  let isDone = false
  for await (const text of createInterface({ input: await post(address, command, locked) })) {
    const line = commandLineSchema.parse(JSON.parse(text))
    if ('error' in line) throw new ContentError(line.error)
    if ('line' in line) print(line.line)
    else isDone = true
  }
  if (!isDone)
    throw new ContentError(`The server (process ${address.pid}) ended before the command was done.`)
}

/** A file of another process is left from one that died. */
function readAddress(locked: DirectoryLockedError): CommandAddress {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(commandFile(locked.directory), 'utf8'))
  } catch {
    throw locked
  }
  const address = commandAddressSchema.safeParse(given)
  if (!address.success || address.data.pid !== locked.pid) throw locked
  return address.data
}

/** `fetch` ends a response whose next bytes take more than five minutes, which a large import may. */
function post(
  { port, secret }: CommandAddress,
  command: ContentCommand,
  locked: DirectoryLockedError,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(locked)
    })
    sent.on('error', () => {
      reject(locked)
    })
    sent.end(JSON.stringify(command))
  })
}
