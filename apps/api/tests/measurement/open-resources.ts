import { freePort } from './event-loop-probe.ts'

/** Runs in the server process before the server: serves the names of its open sockets and timers on a port of its own. */
const program = `
import { createServer } from 'node:http'
const server = createServer({ keepAlive: false }, (request, response) => {
  // Counted once the connection of this very request is closed.
  response.on('close', () => setImmediate(() => (held = process.getActiveResourcesInfo())))
  response.end(JSON.stringify(held))
})
let held = []
server.listen(Number(process.env.PROBE_PORT), '127.0.0.1').unref()
`

/** Counts what a server process holds open. */
export interface ResourceProbe {
  /** The variables that put the probe into a server process. */
  environment: Record<string, string>
  /** Names of the open sockets and timers, as of the call before. */
  read: () => Promise<string[]>
}

export async function createResourceProbe(): Promise<ResourceProbe> {
  const port = await freePort()
  return {
    environment: {
      PROBE_PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
    },
    async read() {
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
      return JSON.parse(await response.text())
    },
  }
}
