import { join } from 'node:path'
import { z } from 'zod'

/** Address of a server that runs commands, as its file holds it. */
export const commandAddressSchema = z.object({ pid: z.number(), port: z.number(), secret: z.string() })

/** Address of a server that runs commands. */
export type CommandAddress = z.infer<typeof commandAddressSchema>

/** A line of a command's output; the last one is `done` or `error`. */
export const commandLineSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ done: z.literal(true) }),
  z.object({ error: z.string() }),
])

/** A line of a command's output. */
export type CommandLine = z.infer<typeof commandLineSchema>

/** Path of the file with the address of the server that has a data directory open. */
export function commandFile(directory: string): string {
  return join(directory, 'commands.json')
}
