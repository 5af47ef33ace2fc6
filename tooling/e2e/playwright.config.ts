import { browserLaunchOptions, ensureBrowser } from '@org/services'
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: 'src/stories',
  outputDir: 'reports/artifacts',
  globalSetup: './src/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    launchOptions: browserLaunchOptions(ensureBrowser(console.log)),
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
})
