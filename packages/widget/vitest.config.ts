import { browserTests } from '@org/config/vitest'

export default browserTests()
