import { browserTests } from '@org/config/vitest'

export default browserTests({ test: { expect: { poll: { interval: 2 } } } })
