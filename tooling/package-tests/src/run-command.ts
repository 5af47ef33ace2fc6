import { execFile } from 'node:child_process'
import path from 'node:path'
import { root } from '@org/scripts/bootstrap.mjs'

/** Runs a program quietly. Rejects with all that it said when it fails. */
export function runCommand(command: string, args: readonly string[], cwd: string = root): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
    if (error === null) resolve(stdout)
    else reject(new Error(`${path.basename(command)} ${args.join(' ')} (in ${cwd}):\n${stdout}${stderr}`))
  })
  return promise
}
