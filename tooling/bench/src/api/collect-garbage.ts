// Loaded into a server that is measured: at SIGUSR2 it collects its garbage, so that only what it holds is counted,
// and tells its parent how much that is.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
