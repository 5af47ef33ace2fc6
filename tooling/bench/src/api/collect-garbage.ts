// Loaded into a server that is measured: at SIGUSR2 it collects its garbage, so that only what it holds is counted,
// and sends the amount to its parent.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo().toSorted()
  process.send?.({ heapBytes: heapUsed, externalBytes: external, resources })
})
