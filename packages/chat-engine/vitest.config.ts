import { browserTests } from '@org/config/vitest'

export default browserTests({
  // Node would load Solid for servers, where effects do not run.
  resolve: { alias: { 'solid-js': 'solid-js/dist/solid.js' } },
  test: { expect: { poll: { interval: 2 } } },
})
