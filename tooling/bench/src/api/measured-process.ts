// Loaded into a server that is measured. At SIGUSR2 it collects its garbage, so that only what it holds is counted, and
// sends the amount to its parent. Between the messages `watch` and `watched` it measures the turns of its event loop.
import { type LoopWatch, watchLoop } from '../watch-loop.ts'

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo().toSorted()
  process.send?.({ heapBytes: heapUsed, externalBytes: external, resources })
})

let watch: LoopWatch | undefined
process.on('message', (message) => {
  if (message === 'watch') watch = watchLoop()
  else void watch?.stop().then((longest) => process.send?.(longest))
})
// The channel to the parent does not keep the server running.
process.channel?.unref()
