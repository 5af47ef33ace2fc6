import type { ChildProcess } from 'node:child_process'

/**
 * Waits until a program's output matches.
 *
 * @throws {Error} when it ends before; the message contains its output.
 */
export async function untilOutput(child: ChildProcess, pattern: RegExp, name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
      if (pattern.test(output)) resolve()
    })
  }
  child.once('error', reject)
  child.once('exit', (code) =>
    reject(new Error(`${name} ended with ${code} before it was ready:\n${output}`)),
  )
  await promise
}
