import react from '@vitejs/plugin-react'
import { browserTests } from '@org/config/vitest'

export default browserTests({
  plugins: [react()],
  test: { setupFiles: ['./src/testing/setup.ts'] },
})
