import { createServer } from 'node:net'

/** Runs in the server process before the server: serves the length of its longest synchronous step on a port of its own. */
const program = `
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
const resolution = 5
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
// Other processes delay the loop, too. The processor time of the thread between two ticks is the work of the loop alone.
let before = process.threadCpuUsage()
let longest = 0
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  longest = Math.max(longest, (user + system) / 1000)
  before = process.threadCpuUsage()
}, resolution).unref()
const server = createServer((request, response) => {
  response.end(String(Math.min(longest, delay.max / 1e6 - resolution)))
  delay.reset()
  longest = 0
})
server.listen(Number(process.env.PROBE_PORT), '127.0.0.1').unref()
`

/** Measures the event loop of a server process. */
export interface EventLoopProbe {
  /** The variables that put the probe into a server process. */
  environment: Record<string, string>
  /** Milliseconds of the longest synchronous step since the last call. */
  longestStep: () => Promise<number>
}

export async function createEventLoopProbe(): Promise<EventLoopProbe> {
  const port = await freePort()
  return {
    environment: {
      PROBE_PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
    },
    longestStep: async () => Number(await (await fetch(`http://127.0.0.1:${port}/`)).text()),
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
