import { cssTarget, target } from '@org/config/browsers'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  build: {
    target,
    cssTarget,
    // It is looked at on one's own machine: the charts and the map may come in one piece.
    chunkSizeWarningLimit: 4096,
  },
})
