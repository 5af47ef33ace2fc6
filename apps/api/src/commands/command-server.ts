import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { commandFile, type CommandAddress, type CommandLine } from './command-file.ts'
import { contentCommandSchema, runContentCommand } from './content-commands.ts'

/** Milliseconds for the request of a command, which the same machine sends at once. */
const requestMs = 10_000

/**
 * Runs commands of the same machine and user while this process has the embedded database open. It listens on a free port of
 * loopback; address and secret are in a file of the data directory that its owner alone may read.
 *
 * @returns stops it, once the running commands have ended
 */
export async function startCommandServer(
  db: Db,
  directory: string,
  log: Logger,
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex')
  const server = createServer({ requestTimeout: requestMs }, (request, response) => {
    void answer(db, { request, response, secret }).catch((error: unknown) => {
      log.warn({ error }, 'a command failed')
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const file = commandFile(directory)
  // A file that an earlier server left behind would keep its mode.
  rmSync(file, { force: true })
  const content: CommandAddress = { pid: process.pid, port, secret }
  writeFileSync(file, JSON.stringify(content), { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(file, { force: true })
    server.close()
    server.closeIdleConnections()
    await once(server, 'close')
  }
}

/** Answers with a line of JSON for each line of output; the last one is `done` or the error. */
async function answer(
  db: Db,
  { request, response, secret }: { request: IncomingMessage; response: ServerResponse; secret: string },
): Promise<void> {
  // The secret keeps pages of a browser out, whatever name they give to this address.
  if (!isSecret(request.headers.authorization, secret)) {
    response.writeHead(401).end()
    return
  }
  const command = contentCommandSchema.parse(JSON.parse(await text(request)))
  const write = (line: CommandLine) => response.write(`${JSON.stringify(line)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  try {
    await runContentCommand(db, command, (line) => write({ line }))
    write({ done: true })
  } catch (error) {
    write({ error: error instanceof Error ? error.message : String(error) })
  }
  response.end()
}

function isSecret(given: string | undefined, secret: string): boolean {
  const [expected, found] = [`Bearer ${secret}`, given ?? ''].map((part) => Buffer.from(part))
  return (
    expected !== undefined &&
    found !== undefined &&
    expected.length === found.length &&
    timingSafeEqual(expected, found)
  )
}
