import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // It is looked at on one's own machine: the charts and the map may come in one piece.
    chunkSizeWarningLimit: 4096,
  },
})
