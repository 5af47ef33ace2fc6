import { type ContentCommand, readContentCommand, runContentCommand } from '../commands/content-commands.ts'
import { sendCommand } from '../commands/send-command.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import type { DatabaseLocation } from '../db/database.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { ArticleFormatError } from '../knowledge/content/article-file.ts'
import { ContentError } from '../knowledge/content/content-folder.ts'
import { yieldToServers } from '../platform/process/answer-count.ts'
import { openMigrated } from '../platform/process/open-migrated.ts'
import { StartError } from '../platform/process/start-error.ts'

const expected = [ArticleFormatError, ConfigError, ContentError, DirectoryLockedError, StartError]

// A reader such as `head` may end before the output does: the command goes on without it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await run(readContentCommand(process.argv.slice(2)))
} catch (error) {
  const plain = expected.some((kind) => error instanceof kind) && error instanceof Error
  process.stderr.write(`${plain ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}

/** Runs a command in the database that the environment names, or by the server that has an embedded one open. */
async function run(command: ContentCommand): Promise<void> {
  const { database } = readConfig(process.env)
  const opened = await openOrLocked(database)
  if (opened instanceof DirectoryLockedError) {
    await sendCommand(opened, command, print)
    return
  }
  // Of an embedded database that could be opened, no server is running.
  if ('url' in database) yieldToServers()
  try {
    await runContentCommand(opened.db, command, print)
  } finally {
    await opened.close()
  }
}

async function openOrLocked(location: DatabaseLocation) {
  try {
    return await openMigrated(location)
  } catch (error) {
    if (error instanceof DirectoryLockedError) return error
    throw error
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
