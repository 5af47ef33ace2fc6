import { browserTests } from '@org/config/vitest'

export default browserTests({ test: { setupFiles: ['tests/missing-in-jsdom.ts'] } })
