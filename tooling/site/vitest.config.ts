import { nodeTests } from '@org/config/vitest'

export default nodeTests()
